"""Calls of a program whose client is generated: python-client.slow.test.ts generates `desk` beside a copy of this file and runs it."""

import json
import os
from datetime import datetime
from http import HTTPStatus

from desk import AuthenticatedClient
from desk.api.api_keys import get_current_api_key
from desk.api.campaigns import list_campaigns
from desk.api.messages import list_messages, send_message
from desk.api.tags import create_tag, list_all_tags
from desk.api.tickets import get_ticket, list_tickets
from desk.api.webhooks import list_events
from desk.models import (
    CreateTagBody,
    CreateTagPrefer,
    Error,
    ListTicketsStatus,
    MessagesPage,
    SendMessageJsonBody,
    SendMessageResponse200,
    TagView,
    TicketView,
)

client = AuthenticatedClient(base_url=os.environ["BALCAO_URL"], token=os.environ["BALCAO_API_KEY"], raise_on_unexpected_status=True)
ticket_id = int(os.environ["TICKET_ID"])

tickets = list_tickets.sync(client=client, status=ListTicketsStatus.OPEN, show_all=True).tickets

tag_body = CreateTagBody(name="Python", color="#123456")
made = create_tag.sync_detailed(client=client, body=tag_body, idempotency_key="python-0001")
again = create_tag.sync_detailed(client=client, body=tag_body, idempotency_key="python-0001")
other = create_tag.sync_detailed(client=client, body=CreateTagBody(name="Outra"), idempotency_key="python-0001")
assert isinstance(made.parsed, TagView) and isinstance(again.parsed, TagView) and isinstance(other.parsed, Error)

sent = send_message.sync(ticket_id, client=client, body=SendMessageJsonBody(body="De um programa em Python."))
page = list_messages.sync(ticket_id, client=client, mark_as_read=False)
assert isinstance(sent, SendMessageResponse200) and isinstance(page, MessagesPage)
events = list_events.sync(client=client, after=0, limit=50).events

ticket = get_ticket.sync(ticket_id, client=client)
assert isinstance(ticket, TicketView)
foreign = get_ticket.sync_detailed(int(os.environ["FOREIGN_TICKET_ID"]), client=client)
wrong = create_tag.sync(client=client, body=CreateTagBody(name="x"), prefer=CreateTagPrefer.HANDLINGSTRICT)
lacking = list_campaigns.sync(client=client)
assert all(isinstance(refusal, Error) for refusal in (foreign.parsed, wrong, lacking))

print(
    json.dumps(
        {
            "scopes": len(get_current_api_key.sync(client=client).scopes),
            "tickets": [found.id for found in tickets],
            "hasTimes": isinstance(ticket.created_at, datetime),
            "replayed": [made.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")],
            "isOneTag": made.parsed.id == again.parsed.id,
            "tags": [tag.name for tag in list_all_tags.sync(client=client)],
            "mismatch": [other.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, other.parsed.error],
            "last": page.messages[-1].body,
            "events": sorted({event.event for event in events}),
            "refused": [foreign.status_code, foreign.parsed.error],
            "wrong": [wrong.error, list(wrong.fields.to_dict())],
            "lacking": [lacking.error, lacking.scope],
        }
    )
)
