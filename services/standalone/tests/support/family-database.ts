import { openOtherDatabase, type OtherDatabase } from './other-database'

/* Tables of Whaticket's family as their published migrations make them; what the import does not read is left out. */

const TIMES = '"createdAt" timestamptz NOT NULL DEFAULT now(), "updatedAt" timestamptz NOT NULL DEFAULT now()'

/* In both editions; `company` is the column that the editions with companies have. */
const listShared = (company: string) => [
  `"Users" (id serial PRIMARY KEY, name text, email text UNIQUE, "passwordHash" text, "tokenVersion" int, profile text NOT NULL DEFAULT 'admin', ${company} ${TIMES})`,
  `"Queues" (id serial PRIMARY KEY, name text, color text, "greetingMessage" text, ${company} ${TIMES})`,
  `"Whatsapps" (id serial PRIMARY KEY, session text, qrcode text, status text, battery text, plugged boolean, name text, "isDefault" boolean,
    retries int, "greetingMessage" text, "farewellMessage" text, ${company} ${TIMES})`,
  `"Contacts" (id serial PRIMARY KEY, name text, number text, "profilePicUrl" text, email text NOT NULL DEFAULT '', "isGroup" boolean NOT NULL DEFAULT false, ${company} ${TIMES})`,
  `"ContactCustomFields" (id serial PRIMARY KEY, name text, value text, "contactId" int, ${TIMES})`,
  `"Tickets" (id serial PRIMARY KEY, status text NOT NULL DEFAULT 'pending', "lastMessage" text, "contactId" int, "userId" int, "whatsappId" int,
    "isGroup" boolean NOT NULL DEFAULT false, "unreadMessages" int, "queueId" int, ${company} ${TIMES})`,
  `"UserQueues" ("userId" int, "queueId" int, ${TIMES})`,
  `"WhatsappQueues" ("whatsappId" int, "queueId" int, ${TIMES})`,
]

const messageColumns = `body text NOT NULL, ack int NOT NULL DEFAULT 0, read boolean NOT NULL DEFAULT false, "mediaType" text, "mediaUrl" text, "ticketId" int NOT NULL,
  "fromMe" boolean NOT NULL DEFAULT false, "isDeleted" boolean NOT NULL DEFAULT false, "contactId" int, "quotedMsgId" text, ${TIMES}`

const communityTables = [
  ...listShared('"whatsappId" int,').map((table) =>
    table.startsWith('"Users"') ? table : table.replace(/, "whatsappId" int, ("createdAt")/, ', $1'),
  ),
  `"Messages" (id text PRIMARY KEY, ${messageColumns})`,
  `"Settings" (key text PRIMARY KEY, value text, ${TIMES})`,
  `"QuickAnswers" (id serial PRIMARY KEY, shortcut text, message text, ${TIMES})`,
]

const ticketzTables = [
  `"Companies" (id serial PRIMARY KEY, name text, phone text, email text, status boolean, "dueDate" date, recurrence text, schedules jsonb, "planId" int, language text, ${TIMES})`,
  ...listShared('"companyId" int NOT NULL,').map((table) =>
    table.startsWith('"Queues"') ? table.replace('"companyId"', 'schedules jsonb, "companyId"') : table,
  ),
  `"Messages" (id text, ${messageColumns}, "remoteJid" text, participant text, "dataJson" text, "companyId" int, "queueId" int, "isEdited" boolean NOT NULL DEFAULT false,
    channel text, "thumbnailUrl" text, error jsonb, PRIMARY KEY (id, "ticketId"))`,
  `"Settings" (id serial PRIMARY KEY, key text, value text, "companyId" int, ${TIMES})`,
  `"QueueOptions" (id serial PRIMARY KEY, title text NOT NULL, message text, option text, "queueId" int, "parentId" int, "forwardQueueId" int, "exitChatbot" boolean, "mediaPath" text, "mediaName" text, ${TIMES})`,
  `"Tags" (id serial PRIMARY KEY, name text NOT NULL, color text, "companyId" int, kanban int, ${TIMES})`,
  `"TicketTags" ("ticketId" int NOT NULL, "tagId" int NOT NULL, ${TIMES})`,
  `"ContactTags" ("contactId" int NOT NULL, "tagId" int NOT NULL, ${TIMES})`,
  `"QuickMessages" (id serial PRIMARY KEY, shortcode text NOT NULL, message text, "companyId" int, "userId" int, ${TIMES})`,
  `"TicketNotes" (id serial PRIMARY KEY, note text NOT NULL, "userId" int, "contactId" int, "ticketId" int, ${TIMES})`,
  `"Schedules" (id serial PRIMARY KEY, body text NOT NULL, "sendAt" timestamptz, "sentAt" timestamptz, "contactId" int, "ticketId" int, "userId" int, "companyId" int, status text, "saveMessage" boolean, ${TIMES})`,
  `"WhatsappLidMaps" (id serial PRIMARY KEY, lid text NOT NULL, "companyId" int NOT NULL, "contactId" int NOT NULL, ${TIMES})`,
  `"UserRatings" (id serial PRIMARY KEY, "ticketId" int, "companyId" int, "userId" int, rate int DEFAULT 0, ${TIMES})`,
  `"ContactLists" (id serial PRIMARY KEY, name text NOT NULL, "companyId" int NOT NULL, ${TIMES})`,
  `"ContactListItems" (id serial PRIMARY KEY, name text NOT NULL, number text NOT NULL, email text NOT NULL DEFAULT '', "contactListId" int, "companyId" int, ${TIMES})`,
  `"Campaigns" (id serial PRIMARY KEY, name text NOT NULL, message1 text, message2 text, "confirmationMessage1" text, status text, confirmation boolean,
    "mediaPath" text, "mediaName" text, "companyId" int NOT NULL, "contactListId" int, "whatsappId" int, "scheduledAt" timestamptz, "completedAt" timestamptz, ${TIMES})`,
  `"CampaignShipping" (id serial PRIMARY KEY, "jobId" text, number text NOT NULL, message text, "confirmationMessage" text, confirmation boolean, "contactId" int,
    "campaignId" int, "confirmationRequestedAt" timestamptz, "confirmedAt" timestamptz, "deliveredAt" timestamptz, ${TIMES})`,
  `"BaileysKeys" ("whatsappId" int NOT NULL, type text NOT NULL, key text NOT NULL, value text, PRIMARY KEY ("whatsappId", type, key))`,
  `"OutOfTicketMessages" (id text, ${TIMES})`,
]

/** An empty database of one of the systems. */
export async function openFamilyDatabase(system: 'whaticket' | 'ticketz'): Promise<OtherDatabase> {
  const isTicketz = system === 'ticketz'
  const tables = isTicketz ? ticketzTables : communityTables
  const database = await openOtherDatabase([...tables, '"SequelizeMeta" (name text PRIMARY KEY)'])
  const name = isTicketz ? '20260602120000-add-index.js' : '20220223095932-add-whatsapp-to-user.js'
  await database.put('SequelizeMeta', { name })
  return database
}
