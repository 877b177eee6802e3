package harness

import (
	"context"
	"encoding/base64"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// ServeShop serves the built page as ServePage does, and behind it the account shop of another server, which is marked production and is
// locked. Its one table Orders has the same six entities at the same time whenever it is served.
func ServeShop() (*Site, error) {
	secret := base64.StdEncoding.EncodeToString([]byte("the key of the account for pictures"))
	key, err := tableauth.ParseKey(secret)
	if err != nil {
		return nil, err
	}
	db := engine.Open(engine.Options{Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }})
	var orders []engine.BulkEntity
	for i, customer := range []string{"ada", "ada", "ada", "bob", "bob", "eve"} {
		orders = append(orders, engine.BulkEntity{PartitionKey: customer, RowKey: string(rune('1' + i)), Properties: []engine.Property{
			{Name: "Paid", Value: edm.NewBoolean(i%2 == 0)}, {Name: "Total", Value: edm.NewInt32(int32(10 * (i + 1)))}}})
	}
	if err := db.CreateTable(context.Background(), "Orders"); err != nil {
		return nil, err
	}
	if _, err := db.Bulk(context.Background(), "Orders", orders, engine.RefuseExisting); err != nil {
		return nil, err
	}
	tables, err := server.OpenTables(context.Background(), server.TablesConfig{Accounts: []tableauth.Account{{Name: "orders", Keys: []tableauth.Key{key}}}, Seed: db.Image()})
	if err != nil {
		return nil, err
	}
	service, err := Serve(tables)
	if err != nil {
		return nil, err
	}
	site, err := serveAccount(connection.Entry{Name: "shop", Label: "production"},
		"DefaultEndpointsProtocol=http;AccountName=orders;AccountKey="+secret+";TableEndpoint="+service.URL+"orders")
	if err != nil {
		service.Close()
		return nil, err
	}
	site.behind = service
	return site, nil
}

// serveAccount serves the built page with an account.
func serveAccount(e connection.Entry, text string) (*Site, error) {
	account, err := connection.Parse(text)
	if err != nil {
		return nil, err
	}
	e.Account = account
	live, err := proxy.New(proxy.Config{Accounts: []connection.Entry{e}})
	if err != nil {
		return nil, err
	}
	config, err := Config()
	if err != nil {
		return nil, err
	}
	config.Live = live
	return serve(config)
}
