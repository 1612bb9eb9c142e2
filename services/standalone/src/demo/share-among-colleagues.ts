import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { AnnouncementView, ChatView, FileListView, NamedPromptView } from '@balcao/contracts'

import type { DeskClient } from './desk-client'
import type { ConversationContext } from './play-conversation'

const ASSETS = path.join(__dirname, '../../assets/demo')

/* What a killed start has made already is left as it is. */
async function isEmpty(client: DeskClient, path: string): Promise<boolean> {
  return (await client.get<{ count: number }>(path)).count === 0
}

async function openChat({ admin, agents: { ana, bruno } }: ConversationContext): Promise<void> {
  if (!(await isEmpty(admin, '/chats'))) return
  const users = [ana, bruno].map(({ userId }) => ({ id: userId }))
  const chat = await admin.post<ChatView>('/chats', { title: 'Loja toda', users })
  const say = (who: DeskClient, message: string) => who.post(`/chats/${chat.id}/messages`, { message })
  await say(admin, 'Bom dia! A coleta passa às *15h* hoje, por causa do feriado.')
  await say(ana, 'Aviso os clientes com pedido para hoje.')
  await say(bruno, 'A etiqueta da Dra. Paula já foi impressa 👍')
}

async function makeFileList({ admin }: ConversationContext): Promise<void> {
  if (!(await isEmpty(admin, '/files'))) return
  const list = await admin.post<FileListView>('/files', {
    name: 'Segunda via do boleto',
    message: 'Segue a segunda via. Qualquer dúvida, é só chamar!',
    options: [{ name: 'Boleto' }],
  })
  await admin.upload(
    `/files/uploadList/${list.id}`,
    { id: String(list.options[0]?.id ?? 0) },
    {
      field: 'files',
      name: 'boleto.pdf',
      mimeType: 'application/pdf',
      bytes: await readFile(path.join(ASSETS, 'boleto.pdf')),
    },
  )
}

async function announce(superUser: DeskClient): Promise<void> {
  if (!(await isEmpty(superUser, '/announcements'))) return
  await superUser.post<AnnouncementView>('/announcements', {
    title: 'Novidade: chat interno e listas de arquivos',
    text: 'Converse com seus colegas sem sair do Balcão, e envie ao cliente uma mensagem com vários arquivos de uma vez.',
    priority: 2,
  })
}

/* Without a key it answers nobody, which its page says. */
async function writePrompt({ admin, queues }: ConversationContext): Promise<void> {
  if (!(await isEmpty(admin, '/prompt'))) return
  await admin.post<NamedPromptView>('/prompt', {
    name: 'Atendente virtual',
    prompt:
      'Você atende os clientes de uma loja de cerâmica. Responda em uma ou duas frases, com cordialidade. Preços, prazos e trocas são com uma pessoa: transfira.',
    queueId: queues['Suporte'],
  })
}

/** An internal chat, a list of files, a prompt without key and an announcement of the platform. */
export async function shareAmongColleagues(stage: ConversationContext, superUser: DeskClient): Promise<void> {
  await openChat(stage)
  await makeFileList(stage)
  await writePrompt(stage)
  await announce(superUser)
}
