// A client of whatsmeow, driven by lines of JSON: an independent implementation of the network's protocol, for tests of the fake
// server. Commands come from standard input, each with an id; answers have that id, and events have a name.
package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"go.mau.fi/whatsmeow"
	"go.mau.fi/whatsmeow/proto/waE2E"
	"go.mau.fi/whatsmeow/store"
	"go.mau.fi/whatsmeow/store/sqlstore"
	"go.mau.fi/whatsmeow/types"
	"go.mau.fi/whatsmeow/types/events"
	waLog "go.mau.fi/whatsmeow/util/log"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	_ "modernc.org/sqlite"
)

type command struct {
	ID     int      `json:"id"`
	Do     string   `json:"do"`
	To     string   `json:"to"`
	Text   string   `json:"text"`
	Target string   `json:"target"`
	Sender string   `json:"sender"`
	Number string   `json:"number"`
	Bytes  []byte   `json:"bytes"`
	IDs    []string `json:"ids"`
}

type fields map[string]any

var writing sync.Mutex
var output = os.Stdout

func say(line fields) {
	writing.Lock()
	defer writing.Unlock()
	if err := json.NewEncoder(output).Encode(line); err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Every connection goes to one address on loopback, whatever host a URL names.
func clientTo(address string, isPlain bool) *http.Client {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	transport := &http.Transport{DialContext: dial, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	if isPlain {
		// The fake server speaks plain WebSocket; what the library protects itself is inside of it.
		transport.DialTLSContext = dial
	}
	return &http.Client{Transport: transport}
}

func hostOf(name string) string {
	return must(url.Parse(os.Getenv(name))).Host
}

type program struct {
	client *whatsmeow.Client
}

func newProgram(ctx context.Context) *program {
	copy(whatsmeow.WACertPubKey[:], must(hex.DecodeString(os.Getenv("ROOT_KEY"))))
	version := must(store.ParseVersion(os.Getenv("WA_VERSION")))
	store.SetWAVersion(version)
	// Was made when the package was loaded.
	store.BaseClientPayload.UserAgent.AppVersion = version.ProtoAppVersion()
	log := waLog.Noop
	if os.Getenv("INTEROP_LOG") != "" {
		log = stderrLog{}
	}
	database := "file:" + os.Getenv("DATABASE") + "?_pragma=foreign_keys(1)&_pragma=busy_timeout(60000)"
	container := must(sqlstore.New(ctx, "sqlite", database, log))
	client := whatsmeow.NewClient(must(container.GetFirstDevice(ctx)), log)
	client.SetWebsocketHTTPClient(clientTo(hostOf("SERVER_URL"), true))
	client.SetPreLoginHTTPClient(clientTo(hostOf("SERVER_URL"), true))
	client.SetMediaHTTPClient(clientTo(hostOf("MEDIA_URL"), false))
	// A first synchronisation of settings tells its contacts too.
	client.EmitAppStateEventsOnFullSync = true
	p := &program{client: client}
	client.AddEventHandler(func(event any) { p.tell(ctx, event) })
	return p
}

func (p *program) tell(ctx context.Context, event any) {
	switch event := event.(type) {
	case *events.QR:
		say(fields{"event": "qr", "code": event.Codes[0]})
	case *events.PairSuccess:
		say(fields{"event": "paired", "jid": event.ID.String(), "lid": event.LID.String()})
	case *events.Connected:
		say(fields{"event": "connected"})
	case *events.LoggedOut:
		say(fields{"event": "loggedOut"})
	case *events.Message:
		p.tellMessage(ctx, event)
	case *events.UndecryptableMessage:
		say(fields{"event": "undecryptable", "message": event.Info.ID})
	case *events.Receipt:
		say(fields{"event": "receipt", "messages": event.MessageIDs, "type": event.Type, "chat": event.Chat.String()})
	case *events.ChatPresence:
		say(fields{"event": "typing", "chat": event.Chat.String(), "state": event.State})
	case *events.CallOffer:
		say(fields{"event": "call", "from": event.From.String()})
	case *events.HistorySync:
		say(fields{"event": "history", "type": event.Data.GetSyncType().String(), "chats": len(event.Data.GetConversations())})
	case *events.Contact:
		say(fields{"event": "contact", "jid": event.JID.String(), "name": event.Action.GetFullName()})
	case *events.GroupInfo:
		say(fields{"event": "group", "group": event.JID.String()})
	case *events.StreamError:
		say(fields{"event": "streamError", "code": event.Code})
	}
}

func (p *program) tellMessage(ctx context.Context, event *events.Message) {
	line := fields{
		"event": "message", "id": event.Info.ID, "chat": event.Info.Chat.String(), "sender": event.Info.Sender.String(),
		"fromMe": event.Info.IsFromMe, "edit": event.Info.Edit, "name": event.Info.PushName,
		"content": json.RawMessage(must(protojson.Marshal(event.Message))),
	}
	if event.Info.MediaType != "" {
		if data, err := p.client.DownloadAny(ctx, event.Message); err != nil {
			line["downloadError"] = err.Error()
		} else {
			line["bytes"] = data
		}
	}
	say(line)
}

func (p *program) send(ctx context.Context, to types.JID, message *waE2E.Message) (any, error) {
	sent, err := p.client.SendMessage(ctx, to, message)
	return sent.ID, err
}

func (p *program) run(ctx context.Context, c command) (any, error) {
	to := types.EmptyJID
	if c.To != "" {
		to = must(types.ParseJID(c.To))
	}
	sender := types.EmptyJID
	if c.Sender != "" {
		sender = must(types.ParseJID(c.Sender))
	}
	text := &waE2E.Message{Conversation: proto.String(c.Text)}
	switch c.Do {
	case "connect":
		return nil, p.client.ConnectContext(ctx)
	case "disconnect":
		p.client.Disconnect()
		return nil, nil
	case "code":
		return p.client.PairPhone(ctx, c.Number, false, whatsmeow.PairClientChrome, "Chrome (Linux)")
	case "text":
		return p.send(ctx, to, text)
	case "edit":
		return p.send(ctx, to, p.client.BuildEdit(to, c.Target, text))
	case "revoke":
		return p.send(ctx, to, p.client.BuildRevoke(to, types.EmptyJID, c.Target))
	case "react":
		return p.send(ctx, to, p.client.BuildReaction(to, sender, c.Target, c.Text))
	case "document":
		return p.document(ctx, to, c)
	case "read":
		return nil, p.client.MarkRead(ctx, c.IDs, time.Now(), to, sender)
	case "typing":
		return nil, p.client.SendChatPresence(ctx, to, types.ChatPresenceComposing, types.ChatPresenceMediaText)
	case "exists":
		return p.client.IsOnWhatsApp(ctx, []string{"+" + c.Number})
	case "groups":
		return p.client.GetJoinedGroups(ctx)
	case "logout":
		return nil, p.client.Logout(ctx)
	}
	return nil, fmt.Errorf("%s is no command", c.Do)
}

func (p *program) document(ctx context.Context, to types.JID, c command) (any, error) {
	file, err := p.client.Upload(ctx, c.Bytes, whatsmeow.MediaDocument)
	if err != nil {
		return nil, err
	}
	return p.send(ctx, to, &waE2E.Message{DocumentMessage: &waE2E.DocumentMessage{
		FileName: proto.String(c.Text), Mimetype: proto.String("application/pdf"), URL: &file.URL, DirectPath: &file.DirectPath,
		MediaKey: file.MediaKey, FileEncSHA256: file.FileEncSHA256, FileSHA256: file.FileSHA256, FileLength: &file.FileLength,
	}})
}

type stderrLog struct{}

func (l stderrLog) print(level, text string, args ...any) {
	fmt.Fprintf(os.Stderr, level+" "+text+"\n", args...)
}
func (l stderrLog) Errorf(text string, args ...any) { l.print("error", text, args...) }
func (l stderrLog) Warnf(text string, args ...any)  { l.print("warn", text, args...) }
func (l stderrLog) Infof(text string, args ...any)  { l.print("info", text, args...) }
func (l stderrLog) Debugf(text string, args ...any) { l.print("debug", text, args...) }
func (l stderrLog) Sub(string) waLog.Logger         { return l }

func main() {
	// libsignal prints its warnings to what is then the standard output.
	os.Stdout = os.Stderr
	ctx := context.Background()
	p := newProgram(ctx)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c command
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			panic(err)
		}
		// Commands wait for answers of the server, and events go on meanwhile.
		go func() {
			result, err := p.run(ctx, c)
			if err != nil {
				say(fields{"id": c.ID, "error": err.Error()})
				return
			}
			say(fields{"id": c.ID, "result": result})
		}()
	}
	p.client.Disconnect()
}
