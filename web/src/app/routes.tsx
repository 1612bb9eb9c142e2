import { lazy, Suspense, type ComponentType } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'

import { useMe } from '../data/hooks'
import { loadNamespaces, type Namespace } from '../i18n/i18n'
import { can } from '../lib/can'
import { RowSkeletons } from '../ui/row-skeletons'
import {
  GuestsOnly,
  RequireAction,
  RequireCampaigns,
  RequirePlan,
  RequireSession,
  RequireSuper,
} from './guards'
import { PaidSession } from './paid-session'
import { ShellSkeleton } from './shell-skeleton'

/** A lazy page with its translations: code and JSON are fetched in parallel. */
const page = <M extends Record<string, unknown>>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType,
  ...words: Namespace[]
) => {
  const fetchBoth = async () => {
    const [module] = await Promise.all([load(), loadNamespaces(...words)])
    return { default: pick(module) }
  }
  return Object.assign(lazy(fetchBoth), { preload: fetchBoth })
}

const LoginPage = page(
  () => import('../features/session'),
  (module) => module.LoginPage,
  'session',
)
const SignUpPage = page(
  () => import('../features/session').then(({ loadSignUpPage }) => loadSignUpPage()),
  (module) => module.SignUpPage,
  'session',
)
const ResetPage = page(
  () => import('../features/session').then(({ loadResetPage }) => loadResetPage()),
  (module) => module.ResetPage,
  'session',
)
const ConfirmPage = page(
  () => import('../features/session').then(({ loadConfirmPage }) => loadConfirmPage()),
  (module) => module.ConfirmPage,
  'session',
)
const Shell = page(
  () => import('./shell'),
  (module) => module.Shell,
)
const NotFoundPage = page(
  () => import('./shell/not-found-page'),
  (module) => module.NotFoundPage,
)
const TicketsPage = page(
  () => import('../features/tickets'),
  (module) => module.TicketsPage,
  'tickets',
)
const ConnectionsPage = page(
  () => import('../features/connections'),
  (module) => module.ConnectionsPage,
  'connections',
)
const ContactsPage = page(
  () => import('../features/contacts-page'),
  (module) => module.ContactsPage,
  'contacts',
  'tickets',
)
const CampaignsPage = page(
  () => import('../features/campaigns'),
  (module) => module.CampaignsPage,
  'campaigns',
)
const CampaignReportPage = page(
  () => import('../features/campaigns'),
  (module) => module.CampaignReportPage,
  'campaigns',
)
const CampaignSettingsPage = page(
  () => import('../features/campaigns'),
  (module) => module.CampaignSettingsPage,
  'campaigns',
)
const ContactListsPage = page(
  () => import('../features/contact-lists'),
  (module) => module.ContactListsPage,
  'contactLists',
)
const ListItemsPage = page(
  () => import('../features/contact-lists'),
  (module) => module.ListItemsPage,
  'contactLists',
  'contacts',
)
const QueuesPage = page(
  () => import('../features/queues').then(({ loadQueuesPage }) => loadQueuesPage()),
  (module) => module.QueuesPage,
  'queues',
)
const SchedulesPage = page(
  () => import('../features/schedules').then(({ loadSchedulesPage }) => loadSchedulesPage()),
  (module) => module.SchedulesPage,
  'schedules',
)
const AnnouncementsPage = page(
  () => import('../features/announcements'),
  (module) => module.AnnouncementsPage,
  'announcements',
)
const FilesPage = page(
  () => import('../features/files').then(({ loadFilesPage }) => loadFilesPage()),
  (module) => module.FilesPage,
  'files',
)
const HelpsPage = page(
  () => import('../features/helps').then(({ loadHelpsPage }) => loadHelpsPage()),
  (module) => module.HelpsPage,
  'helps',
)
const TodoPage = page(
  () => import('../features/todo'),
  (module) => module.TodoPage,
  'todo',
)
const SettingsPage = page(
  () => import('../features/settings'),
  (module) => module.SettingsPage,
  'settings',
  'billing',
)
const InvoicesPage = page(
  () => import('../features/billing'),
  (module) => module.InvoicesPage,
  'billing',
)
const SubscriptionPage = page(
  () => import('../features/billing'),
  (module) => module.SubscriptionPage,
  'billing',
)
const SimulatedPixPage = page(
  () => import('../features/billing'),
  (module) => module.SimulatedPixPage,
  'billing',
)
const QuickMessagesPage = page(
  () => import('../features/quick-messages').then(({ loadQuickMessagesPage }) => loadQuickMessagesPage()),
  (module) => module.QuickMessagesPage,
  'quickMessages',
)
const DashboardPage = page(
  () => import('../features/dashboard'),
  (module) => module.DashboardPage,
  'dashboard',
)
const KanbanPage = page(
  () => import('../features/kanban'),
  (module) => module.KanbanPage,
  'kanban',
  'tickets',
)
const ChatsPage = page(
  () => import('../features/internal-chat'),
  (module) => module.ChatsPage,
  'chats',
)
const TagsPage = page(
  () => import('../features/tags'),
  (module) => module.TagsPage,
  'tags',
)
const UsersPage = page(
  () => import('../features/users'),
  (module) => module.UsersPage,
  'users',
)

const IntegrationsPage = page(
  () => import('../features/integrations'),
  (module) => module.IntegrationsPage,
  'integrations',
)
const PromptsPage = page(
  () => import('../features/prompts'),
  (module) => module.PromptsPage,
  'prompts',
)

const MessagesApiPage = page(
  () => import('../features/messages-api'),
  (module) => module.MessagesApiPage,
  'messagesApi',
)

/** The dashboard for administrators, the tickets for others. */
const StartPage = () =>
  can(useMe(), 'dashboard:view') ? <DashboardPage /> : <Navigate to="/tickets" replace />

const guest = (Screen: ComponentType) => (
  <GuestsOnly>
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  </GuestsOnly>
)

/** Pages of administrators whose company's plan has campaigns, and where they are not switched off. */
const campaignPage = (Screen: ComponentType) => (
  <RequireCampaigns missing={<NotFoundPage />}>
    <RequireAction action="campaigns:view">
      <RequirePlan flag="useCampaigns" skeleton={<RowSkeletons height={52} />}>
        <Screen />
      </RequirePlan>
    </RequireAction>
  </RequireCampaigns>
)

const billingPage = (Screen: ComponentType) => (
  <RequireAction action="billing:view">
    <Screen />
  </RequireAction>
)

/** Prefetches the code of the shell and the tickets page. */
export const preloadDesk = (): void => {
  void Shell.preload()
  void TicketsPage.preload()
}

export const AppRoutes = () => (
  <Routes>
    <Route path="/login" element={guest(LoginPage)} />
    <Route path="/signup" element={guest(SignUpPage)} />
    <Route path="/forgetpsw" element={guest(ResetPage)} />
    {/* Also for who is logged in: an e-mail that their company gave them waits for its code. */}
    <Route
      path="/confirm"
      element={
        <Suspense fallback={null}>
          <ConfirmPage />
        </Suspense>
      }
    />
    <Route
      element={
        <RequireSession>
          <PaidSession>
            <Suspense fallback={<ShellSkeleton />}>
              <Shell />
            </Suspense>
          </PaidSession>
        </RequireSession>
      }
    >
      <Route path="/" element={<StartPage />} />
      <Route path="/tickets" element={<TicketsPage />} />
      <Route path="/financeiro" element={billingPage(InvoicesPage)} />
      <Route path="/subscription" element={billingPage(SubscriptionPage)} />
      <Route path="/simulated-pix/:txid" element={billingPage(SimulatedPixPage)} />
      <Route path="/tickets/:uuid" element={<TicketsPage />} />
      <Route
        path="/kanban"
        element={
          <RequirePlan flag="useKanban" skeleton={null}>
            <KanbanPage />
          </RequirePlan>
        }
      />
      <Route path="/quick-messages" element={<QuickMessagesPage />} />
      <Route
        path="/schedules"
        element={
          <RequirePlan flag="useSchedules" skeleton={null}>
            <SchedulesPage />
          </RequirePlan>
        }
      />
      <Route path="/todolist" element={<TodoPage />} />
      <Route path="/helps" element={<HelpsPage />} />
      <Route path="/tags" element={<TagsPage />} />
      {['/chats', '/chats/:uuid'].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <RequirePlan flag="useInternalChat" skeleton={null}>
              <ChatsPage />
            </RequirePlan>
          }
        />
      ))}
      <Route path="/contacts" element={<ContactsPage />} />
      <Route path="/campaigns" element={campaignPage(CampaignsPage)} />
      <Route path="/campaign/:campaignId/report" element={campaignPage(CampaignReportPage)} />
      <Route path="/campaigns-config" element={campaignPage(CampaignSettingsPage)} />
      <Route path="/contact-lists" element={campaignPage(ContactListsPage)} />
      <Route path="/contact-lists/:contactListId/contacts" element={campaignPage(ListItemsPage)} />
      <Route
        path="/connections"
        element={
          <RequireAction action="connections-page:view">
            <ConnectionsPage />
          </RequireAction>
        }
      />
      <Route
        path="/announcements"
        element={
          <RequireSuper>
            <AnnouncementsPage />
          </RequireSuper>
        }
      />
      <Route
        path="/files"
        element={
          <RequireAction action="files-page:view">
            <FilesPage />
          </RequireAction>
        }
      />
      <Route
        path="/queues"
        element={
          <RequireAction action="queues-page:view">
            <QueuesPage />
          </RequireAction>
        }
      />
      <Route
        path="/users"
        element={
          <RequireAction action="users-page:view">
            <UsersPage />
          </RequireAction>
        }
      />
      <Route
        path="/settings"
        element={
          <RequireAction action="settings-page:view">
            <SettingsPage />
          </RequireAction>
        }
      />
      <Route
        path="/queue-integration"
        element={
          <RequireAction action="integrations-page:view">
            <RequirePlan flag="useIntegrations" skeleton={<RowSkeletons height={52} />}>
              <IntegrationsPage />
            </RequirePlan>
          </RequireAction>
        }
      />
      <Route
        path="/prompts"
        element={
          <RequireAction action="prompts-page:view">
            <RequirePlan flag="useOpenAi" skeleton={<RowSkeletons height={52} />}>
              <PromptsPage />
            </RequirePlan>
          </RequireAction>
        }
      />
      <Route
        path="/messages-api"
        element={
          <RequireAction action="messages-api-page:view">
            <RequirePlan flag="useExternalApi" skeleton={<RowSkeletons height={52} />}>
              <MessagesApiPage />
            </RequirePlan>
          </RequireAction>
        }
      />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
