import { form, type FamilyCall } from './family-call'

const text = (body: string, quotedMsg: unknown = null) => ({
  read: 1,
  fromMe: true,
  mediaUrl: '',
  body,
  quotedMsg,
})

/** Tickets, messages, notes, the kanban and contacts. */
export const ticketCalls: FamilyCall[] = [
  {
    edition: 'both',
    call: 'GET /tickets?searchParam=&pageNumber=1&status=pending&queueIds=[{queue}]&tags=[]&users=[]&showAll=true',
    reads: [
      'tickets[].id',
      'tickets[].uuid',
      'tickets[].contact.name',
      'tickets[].unreadMessages',
      'tickets[].lastMessage',
      'tickets[].whatsapp.name',
      'hasMore',
    ],
  },
  {
    edition: 'both',
    call: 'PUT /tickets/{ticket}',
    body: ({ admin }) => ({ status: 'open', userId: admin }),
    reads: ['id', 'status', 'uuid'],
  },
  {
    edition: 'both',
    call: 'GET /tickets/u/{uuid}',
    reads: ['id', 'contact.name', 'contact.number', 'user.name', 'queueId', 'tags'],
  },
  { edition: 'both', call: 'GET /tickets/{ticket}', reads: ['id', 'contact.name'] },
  {
    edition: 'both',
    call: 'GET /messages/{ticket}?pageNumber=1',
    reads: [
      'messages[].id',
      'messages[].body',
      'messages[].fromMe',
      'messages[].ack',
      'messages[].createdAt',
      'messages[].mediaType',
      'ticket.id',
      'hasMore',
    ],
  },
  {
    edition: 'both',
    call: 'POST /messages/{ticket}',
    body: () => text('*Ana:*\nBom dia'),
    reads: ['messages[].id'],
  },
  {
    edition: 'both',
    call: 'POST /messages/{ticket}',
    body: ({ message }) => text('sobre isto', { id: message, body: 'Bom dia' }),
  },
  {
    edition: 'both',
    call: 'POST /messages/{ticket}',
    body: () =>
      form(
        [
          ['fromMe', 'true'],
          ['body', 'nota 1.png'],
        ],
        'medias',
      ),
  },
  { edition: 'both', call: 'POST /messages/edit/{message}', body: () => text('Boa tarde') },
  { edition: '6.6', call: 'POST /messages/{message}/reactions', body: () => ({ type: '👍' }) },
  { edition: 'both', call: 'DELETE /messages/{message}' },
  {
    edition: 'both',
    call: 'POST /tags/sync',
    body: ({ ticket, tag }) => ({
      ticketId: ticket,
      tags: [{ id: tag, name: 'Cliente VIP', color: '#112233' }],
    }),
    reads: ['id', 'tags[].id'],
  },
  {
    edition: 'both',
    call: 'POST /ticket-notes',
    body: ({ ticket, contact }) => ({ note: 'ligar amanhã', ticketId: ticket, contactId: contact }),
    reads: ['id', 'note'],
    makes: 'note',
  },
  {
    edition: 'both',
    call: 'GET /ticket-notes/list?ticketId={ticket}&contactId={contact}',
    reads: ['[].id', '[].note', '[].user.name', '[].createdAt'],
  },
  { edition: 'both', call: 'DELETE /ticket-notes/{note}' },
  {
    edition: 'both',
    call: 'GET /ticket/kanban?queueIds=[{queue}]&teste=true',
    reads: ['tickets[].id', 'tickets[].uuid', 'tickets[].tags', 'tickets[].contact.number'],
  },
  { edition: 'both', call: 'DELETE /ticket-tags/{ticket}' },
  { edition: 'both', call: 'PUT /ticket-tags/{ticket}/{lane}' },
  // Back to the first column of the board.
  { edition: 'both', call: 'DELETE /ticket-tags/{ticket}' },
  { edition: 'both', call: 'PUT /ticket-tags/{ticket}/lane0' },
  {
    edition: 'both',
    call: 'PUT /tickets/{ticket}',
    body: ({ queue: id }) => ({ queueId: id, status: 'pending', userId: null }),
  },
  {
    edition: 'both',
    call: 'PUT /tickets/{ticket}',
    body: ({ admin, queue: id }) => ({
      status: 'open',
      userId: admin,
      queueId: id,
      useIntegration: false,
      promptId: null,
      integrationId: null,
    }),
  },
  {
    edition: '4.8',
    call: 'PUT /tickets/{ticket}',
    body: ({ admin }) => ({
      status: 'closed',
      userId: admin,
      useIntegration: false,
      promptId: false,
      integrationId: false,
    }),
    reads: ['id', 'status'],
  },
  {
    edition: 'both',
    call: 'GET /tickets?searchParam=&pageNumber=1&status=closed&showAll=false&queueIds=[{queue}]',
    reads: ['tickets[].id', 'hasMore'],
  },
  {
    edition: 'both',
    call: 'POST /contacts',
    body: () => ({
      name: 'Nova',
      number: '5511977776666',
      email: '',
      disableBot: false,
      extraInfo: [{ name: 'CPF', value: '1' }],
    }),
    reads: ['id', 'name', 'number'],
    makes: 'newContact',
  },
  {
    edition: 'both',
    call: 'GET /contacts/?searchParam=nova&pageNumber=1',
    reads: ['contacts[].id', 'contacts[].name', 'contacts[].number', 'contacts[].email', 'hasMore'],
  },
  {
    edition: 'both',
    call: 'GET /contacts/{newContact}',
    reads: ['id', 'name', 'number', 'email', 'extraInfo[].name'],
  },
  {
    edition: 'both',
    call: 'PUT /contacts/{newContact}',
    body: ({ newContact }) => ({
      id: newContact,
      name: 'Nova Cliente',
      number: '5511977776666',
      email: '',
      profilePicUrl: null,
      extraInfo: [],
    }),
  },
  { edition: 'both', call: 'POST /contacts/import' },
  { edition: 'both', call: 'GET /contacts/list', reads: ['[].id', '[].name'] },
  {
    edition: 'both',
    call: 'POST /tickets',
    body: ({ newContact, queue: id, admin }) => ({
      contactId: newContact,
      queueId: id,
      whatsappId: null,
      userId: admin,
      status: 'open',
    }),
    reads: ['id', 'uuid'],
    makes: 'newTicket',
  },
  { edition: 'both', call: 'DELETE /tickets/{newTicket}' },
  { edition: 'both', call: 'DELETE /contacts/{newContact}' },
]
