import { form, type FamilyCall, type Ids } from './family-call'

const scheduleOfLater = ({ contact, queue, connection }: Ids) => ({
  body: 'até logo',
  contactId: contact,
  sendAt: '2099-01-01T10:00',
  sentAt: '',
  geral: '',
  queueId: queue,
  whatsappId: connection,
  repeatEvery: '',
  selectDaysRecorrenci: '',
  userId: null,
})

/** Quick messages, schedules, internal chats and files. */
export const pageCalls: FamilyCall[] = [
  {
    edition: 'both',
    call: 'POST /quick-messages',
    body: ({ company, admin }) => ({
      shortcode: 'oi',
      message: 'Olá!',
      geral: false,
      status: true,
      isMedia: true,
      mediaPath: null,
      companyId: company,
      userId: admin,
    }),
    reads: ['id'],
    makes: 'quick',
  },
  {
    edition: 'both',
    call: 'GET /quick-messages?searchParam=&pageNumber=1&userId={admin}',
    reads: ['records[].id', 'records[].shortcode', 'hasMore'],
  },
  {
    edition: 'both',
    call: 'GET /quick-messages/list?companyId={company}&userId={admin}',
    reads: ['[].id', '[].shortcode', '[].message'],
  },
  { edition: 'both', call: 'GET /quick-messages/{quick}', reads: ['id', 'shortcode', 'message'] },
  {
    edition: 'both',
    call: 'PUT /quick-messages/{quick}',
    body: ({ quick, company, admin }) => ({
      id: quick,
      shortcode: 'oi',
      message: 'Olá!!',
      isMedia: true,
      mediaPath: null,
      companyId: company,
      userId: admin,
    }),
  },
  {
    edition: 'both',
    call: 'POST /quick-messages/{quick}/media-upload',
    body: () => form([['typeArch', 'quickMessage']], 'file'),
  },
  { edition: 'both', call: 'DELETE /quick-messages/{quick}/media-upload' },
  { edition: 'both', call: 'DELETE /quick-messages/{quick}' },
  {
    edition: 'both',
    call: 'POST /schedules',
    body: ({ contact, admin }) => ({
      body: 'até logo',
      contactId: contact,
      sendAt: '2099-01-01T10:00',
      sentAt: '',
      userId: admin,
    }),
    reads: ['id'],
    makes: 'schedule',
  },
  {
    edition: 'both',
    call: 'GET /schedules/?searchParam=&pageNumber=1',
    reads: ['schedules[].id', 'schedules[].contact.name', 'schedules[].sendAt', 'hasMore'],
  },
  { edition: 'both', call: 'GET /schedules/{schedule}', reads: ['id', 'body', 'contact.id', 'sendAt'] },
  {
    edition: 'both',
    call: 'PUT /schedules/{schedule}',
    body: ({ schedule, contact, admin }) => ({
      id: schedule,
      body: 'até breve',
      contactId: contact,
      sendAt: '2099-01-01T11:00',
      sentAt: '',
      userId: admin,
      status: 'PENDENTE',
    }),
  },
  { edition: 'both', call: 'POST /schedules/{schedule}/media-upload', body: () => form([], 'file') },
  { edition: 'both', call: 'GET /schedules/{schedule}', reads: ['mediaPath', 'mediaName'] },
  { edition: 'both', call: 'DELETE /schedules/{schedule}/media-upload' },
  { edition: 'both', call: 'DELETE /schedules/{schedule}' },
  {
    edition: '6.6',
    call: 'POST /schedules',
    body: (ids) => form([['scheduleData', JSON.stringify(scheduleOfLater(ids))]], 'file'),
    reads: ['id', 'mediaName'],
    makes: 'formSchedule',
  },
  {
    edition: '6.6',
    call: 'PUT /schedules/{formSchedule}',
    // A file that nobody chose is sent as a text.
    body: (ids) => {
      const data = new FormData()
      data.append('file', 'null')
      data.append('scheduleData', JSON.stringify(scheduleOfLater(ids)))
      return data
    },
    reads: ['id', 'mediaName'],
  },
  {
    edition: 'both',
    call: 'POST /chats',
    body: ({ agent }) => ({ title: 'Equipe', users: [{ id: agent, name: 'ana' }] }),
    reads: ['id', 'uuid', 'users[].userId'],
    makes: 'chat',
  },
  {
    edition: 'both',
    call: 'GET /chats',
    reads: [
      'records[].id',
      'records[].uuid',
      'records[].title',
      'records[].ownerId',
      'records[].users[].unreads',
      'hasMore',
    ],
  },
  { edition: 'both', call: 'POST /chats/{chat}/messages', body: () => ({ message: 'bom dia' }) },
  {
    edition: 'both',
    call: 'GET /chats/{chat}/messages?pageNumber=1',
    reads: ['records[].id', 'records[].message', 'records[].senderId', 'records[].sender.name', 'hasMore'],
  },
  { edition: 'both', call: 'POST /chats/{chat}/read', as: 'agent', body: ({ agent }) => ({ userId: agent }) },
  {
    edition: 'both',
    call: 'PUT /chats/{chat}',
    body: ({ agent }) => ({ title: 'Time', users: [{ id: agent, name: 'ana', userId: agent }] }),
  },
  { edition: 'both', call: 'DELETE /chats/{chat}' },
  {
    edition: 'both',
    call: 'POST /files',
    body: ({ admin }) => ({
      name: 'Tabelas',
      message: 'segue',
      options: [{ name: 'preços', path: '', mediaType: '' }],
      userId: admin,
    }),
    reads: ['id', 'options[].id'],
    makes: 'files',
  },
  {
    edition: 'both',
    call: 'GET /files/?searchParam=&pageNumber=1',
    reads: ['files[].id', 'files[].name', 'hasMore'],
  },
  {
    edition: 'both',
    call: 'GET /files/{files}',
    reads: ['id', 'name', 'message', 'options[].id', 'options[].name'],
  },
  {
    edition: 'both',
    call: 'PUT /files/{files}',
    body: ({ files, admin }) => ({
      id: files,
      name: 'Tabelas',
      message: 'segue a tabela',
      options: [{ name: 'preços', path: '', mediaType: '', file: {} }],
      userId: admin,
    }),
    reads: ['id', 'options[].name'],
    makes: 'option',
    at: 'options.0.id',
  },
  {
    edition: 'both',
    call: 'POST /files/uploadList/{files}',
    body: ({ files, option }) =>
      form(
        [
          ['fileId', String(files)],
          ['typeArch', 'fileList'],
          ['mediaType', 'image/png'],
          ['name', 'preços'],
          ['id', String(option)],
        ],
        'files',
      ),
  },
  { edition: 'both', call: 'DELETE /files/{files}' },
]
