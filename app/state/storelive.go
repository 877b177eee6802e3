package state

import (
	"context"
	"time"

	"rangefinder/app/wire"
)

func (cmd ListSource) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Tables, wire.SourceRequest{Source: cmd.Source}, nil)
	return SourceListed{cmd.Source, reply, err}
}

func (cmd SetRetry) Run(ctx context.Context, out Outside) Msg {
	_ = wire.Do(ctx, out.Client, wire.Retry, wire.RetryRequest{Policy: cmd.Policy}) // a lost worker tells by itself
	return nil
}

func (cmd Tick) Run(context.Context, Outside) Msg {
	time.Sleep(time.Second)
	return WaitTicked{cmd.ID}
}
