"use strict"; // exports nothing
