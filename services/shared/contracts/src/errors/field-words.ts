import type { Language } from '../rules/bot/words'

/** Why a field was refused. */
export type FaultReason =
  'required' | 'short' | 'long' | 'email' | 'number' | 'choice' | 'format' | 'unknown' | 'invalid'

const reasons: Record<Language, Record<FaultReason, string>> = {
  pt: {
    required: 'obrigatório',
    short: 'muito curto',
    long: 'muito longo',
    email: 'e-mail inválido',
    number: 'número inválido',
    choice: 'opção inválida',
    format: 'formato inválido',
    unknown: 'campo desconhecido',
    invalid: 'valor inválido',
  },
  en: {
    required: 'required',
    short: 'too short',
    long: 'too long',
    email: 'invalid e-mail',
    number: 'invalid number',
    choice: 'invalid choice',
    format: 'invalid format',
    unknown: 'unknown field',
    invalid: 'invalid value',
  },
  es: {
    required: 'obligatorio',
    short: 'demasiado corto',
    long: 'demasiado largo',
    email: 'correo inválido',
    number: 'número inválido',
    choice: 'opción inválida',
    format: 'formato inválido',
    unknown: 'campo desconocido',
    invalid: 'valor inválido',
  },
}

const refused: Record<Language, string> = {
  pt: 'Dados inválidos',
  en: 'Invalid data',
  es: 'Datos inválidos',
}

/* Portuguese, English, Spanish. Fields without a row are named as on the wire. */
const labels: Record<string, readonly [string, string, string]> = {
  address2: ['Endereço', 'Address', 'Dirección'],
  apiKey: ['Chave da API', 'API key', 'Clave de la API'],
  body: ['Mensagem', 'Message', 'Mensaje'],
  city: ['Cidade', 'City', 'Ciudad'],
  color: ['Cor', 'Color', 'Color'],
  companyId: ['Empresa', 'Company', 'Empresa'],
  contactId: ['Contato', 'Contact', 'Contacto'],
  contactListId: ['Lista de contatos', 'Contact list', 'Lista de contactos'],
  country: ['País', 'Country', 'País'],
  currentPassword: ['Senha atual', 'Current password', 'Contraseña actual'],
  description: ['Descrição', 'Description', 'Descripción'],
  district: ['Bairro', 'District', 'Barrio'],
  dueDate: ['Vencimento', 'Due date', 'Vencimiento'],
  email: ['E-mail', 'E-mail', 'Correo'],
  endTime: ['Hora final', 'End time', 'Hora final'],
  extraInfo: ['Informações adicionais', 'Extra information', 'Información adicional'],
  fileListId: ['Lista de arquivos', 'File list', 'Lista de archivos'],
  firstName: ['Nome', 'Name', 'Nombre'],
  greetingMessage: ['Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'],
  integrationId: ['Integração', 'Integration', 'Integración'],
  jsonContent: ['Conteúdo JSON', 'JSON content', 'Contenido JSON'],
  language: ['Idioma', 'Language', 'Idioma'],
  maxMessages: ['Máximo de mensagens', 'Most messages', 'Máximo de mensajes'],
  maxTokens: ['Máximo de tokens', 'Most tokens', 'Máximo de tokens'],
  message: ['Mensagem', 'Message', 'Mensaje'],
  name: ['Nome', 'Name', 'Nombre'],
  note: ['Observação', 'Note', 'Nota'],
  number: ['Número', 'Number', 'Número'],
  option: ['Opção', 'Option', 'Opción'],
  options: ['Opções', 'Options', 'Opciones'],
  orderQueue: ['Ordem da fila', 'Order of the queue', 'Orden de la cola'],
  password: ['Senha', 'Password', 'Contraseña'],
  phone: ['Telefone', 'Phone', 'Teléfono'],
  planId: ['Plano', 'Plan', 'Plan'],
  priority: ['Prioridade', 'Priority', 'Prioridad'],
  profile: ['Perfil', 'Profile', 'Perfil'],
  projectName: ['Nome do projeto', 'Project name', 'Nombre del proyecto'],
  prompt: ['Prompt', 'Prompt', 'Prompt'],
  promptId: ['Prompt', 'Prompt', 'Prompt'],
  queueId: ['Fila', 'Queue', 'Cola'],
  queueIds: ['Filas', 'Queues', 'Colas'],
  recurrence: ['Recorrência', 'Recurrence', 'Recurrencia'],
  schedules: ['Horários', 'Business hours', 'Horarios'],
  scheduledAt: ['Agendamento', 'Scheduled for', 'Programación'],
  sendAt: ['Data de envio', 'Send at', 'Fecha de envío'],
  shortcode: ['Atalho', 'Shortcut', 'Atajo'],
  startTime: ['Hora inicial', 'Start time', 'Hora inicial'],
  state: ['Estado', 'State', 'Estado'],
  status: ['Status', 'Status', 'Estado'],
  tagListId: ['Lista de tags', 'Tag list', 'Lista de etiquetas'],
  tags: ['Tags', 'Tags', 'Etiquetas'],
  taxId: ['CPF ou CNPJ', 'CPF or CNPJ', 'CPF o CNPJ'],
  temperature: ['Temperatura', 'Temperature', 'Temperatura'],
  text: ['Texto', 'Text', 'Texto'],
  ticketId: ['Atendimento', 'Ticket', 'Ticket'],
  title: ['Título', 'Title', 'Título'],
  token: ['Token', 'Token', 'Token'],
  type: ['Tipo', 'Type', 'Tipo'],
  urlN8N: ['URL', 'URL', 'URL'],
  userId: ['Usuário', 'User', 'Usuario'],
  users: ['Usuários', 'Users', 'Usuarios'],
  value: ['Valor', 'Value', 'Valor'],
  video: ['Vídeo', 'Video', 'Video'],
  whatsappId: ['Conexão', 'Connection', 'Conexión'],
  zipcode: ['CEP', 'Postal code', 'Código postal'],
}

const columns: Record<Language, 0 | 1 | 2> = { pt: 0, en: 1, es: 2 }

const labelOf = (name: string, language: Language): string =>
  Object.hasOwn(labels, name) ? (labels[name]?.[columns[language]] ?? name) : name

/* `extraInfo[0].name` and `extraInfo.0.name`: the field within the list's. */
const nameField = (path: string, language: Language): string =>
  path
    .split(/[.[\]]+/)
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .map((part) => labelOf(part, language))
    .join(' › ')

const MOST_NAMED = 3

/** What a person reads of refused fields: `Nome: obrigatório; Cor: formato inválido.` Three fields at most. */
export function sayFaults(faults: Record<string, FaultReason>, language: Language): string {
  const named = Object.entries(faults)
    .filter(([path]) => path !== '')
    .slice(0, MOST_NAMED)
    .map(([path, reason]) => `${nameField(path, language)}: ${reasons[language][reason]}`)
  return `${named.length > 0 ? named.join('; ') : refused[language]}.`
}
