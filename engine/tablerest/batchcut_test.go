//go:build !js

package tablerest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine"
)

// Ensure that a batch which was cut at any byte does nothing: its closing delimiters tell that it is whole. Only the two dashes
// of the very last delimiter may be missing, section 3.2.
func TestHandler_Batch_CutAtEveryByte(t *testing.T) {
	changeset := "--batch_B\r\nContent-Type: multipart/mixed; boundary=changeset_C\r\n\r\n"
	for _, row := range []string{"1", "2"} {
		changeset += "--changeset_C\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
			"POST https://acct.table.core.windows.net/Movies HTTP/1.1\r\nContent-Type: application/json\r\nPrefer: return-no-content\r\n\r\n" +
			`{"PartitionKey":"p","RowKey":"` + row + `"}` + "\r\n"
	}
	remove := "--batch_B\r\nContent-Type: multipart/mixed; boundary=changeset_C\r\n\r\n--changeset_C\r\nContent-Type: application/http\r\n\r\n" +
		"DELETE https://acct.table.core.windows.net/Movies(PartitionKey='p',RowKey='old') HTTP/1.1\r\nIf-Match: *\r\n\r\n\r\n"
	for _, lines := range []string{"\r\n", "\n"} {
		for name, body := range map[string]string{"inserts": changeset, "delete": remove} {
			body = strings.ReplaceAll(body+"--changeset_C--\r\n--batch_B--\r\n", "\r\n", lines)
			enough := strings.LastIndex(body, "--batch_B") + len("--batch_B")
			for n := range len(body) + 1 {
				db := engine.Open(engine.Options{})
				prepared(t, db)
				h := NewHandler(db, Options{})
				w := post(t, h, "POST", "/$batch", "", "multipart/mixed; boundary=batch_B", body[:n])
				page, err := db.Query(context.Background(), "Movies", engine.Query{})
				if err != nil {
					t.Fatal(err)
				}
				done := len(page.Entities) != 1
				accepted := w.Code == 202 && !strings.Contains(w.Body.String(), "HTTP/1.1 4")
				if done != accepted {
					t.Errorf("%s, %d of %d bytes: answered %d, done: %v\n%s", name, n, len(body), w.Code, done, w.Body)
				}
				if whole := n >= enough && body[:n] != body[:enough]+"-"; done != whole {
					t.Errorf("%s, %d of %d bytes: done: %v, want %v; they end with %q", name, n, len(body), done, whole, body[max(0, n-20):n])
				}
			}
		}
	}
}

// prepared makes a table with one entity.
func prepared(t *testing.T, db *engine.DB) {
	t.Helper()
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Movies"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Apply(ctx, "Movies", engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: "old"}); err != nil {
		t.Fatal(err)
	}
}

// Ensure that the body of a transaction is what is limited, section 3.2: 4 MiB of it are done, whatever size the entities have by
// the service's formula, and one byte more is 413.
func TestHandler_Batch_LimitIsTheBody(t *testing.T) {
	for _, over := range []int{-1, 0, 1} {
		db := engine.Open(engine.Options{})
		prepared(t, db)
		body := "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
		for row := range 100 {
			body += "--c\r\nContent-Type: application/http\r\n\r\nPOST /Movies HTTP/1.1\r\nContent-Type: application/json\r\n\r\n" +
				fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%d","S":"%s"}`, row, strings.Repeat("s", 32_000)) + "\r\n"
		}
		end := "--c--\r\n--b--\r\n"
		body += strings.Repeat(" ", MaxBody-len(body)-len(end)-2+over) + "\r\n" + end
		if len(body) != MaxBody+over {
			t.Fatal(len(body))
		}
		w := post(t, NewHandler(db, Options{}), "POST", "/$batch", "", "multipart/mixed; boundary=b", body)
		if over > 0 {
			if w.Code != 413 || !strings.Contains(w.Body.String(), `"RequestBodyTooLarge"`) {
				t.Errorf("%d bytes: %d %.300s", len(body), w.Code, w.Body)
			}
		} else if w.Code != 202 || strings.Count(w.Body.String(), "HTTP/1.1 201") != 100 {
			t.Errorf("%d bytes: %d %.300s", len(body), w.Code, w.Body)
		}
	}
}
