import { type FamilyCall } from './family-call'

/** Before and around a session. */
export const sessionCalls: FamilyCall[] = [
  {
    edition: 'both',
    call: 'GET /plans/list',
    as: 'nobody',
    reads: ['[].id', '[].name', '[].users', '[].value'],
  },
  { edition: '4.8', call: 'GET /plans/all', as: 'nobody', reads: ['[].id', '[].name', '[].connections'] },
  { edition: 'both', call: 'GET /version', as: 'nobody', reads: ['version'] },
  {
    edition: 'both',
    call: 'POST /auth/login',
    as: 'nobody',
    body: ({ agentEmail, password }) => ({ email: agentEmail, password }),
    reads: [
      'token',
      'user.id',
      'user.companyId',
      'user.queues[].id',
      'user.company.dueDate',
      'user.company.settings[].key',
    ],
  },
  { edition: 'both', call: 'GET /auth/me', as: 'agent', reads: ['id', 'profile', 'super'] },
  {
    edition: 'both',
    call: 'GET /companies/listPlan/{company}',
    as: 'agent',
    reads: [
      'plan.useCampaigns',
      'plan.useKanban',
      'plan.useInternalChat',
      'plan.useExternalApi',
      'plan.useOpenAi',
    ],
  },
  {
    edition: 'both',
    call: 'GET /plans/{plan}',
    as: 'agent',
    reads: ['id', 'name', 'users', 'connections', 'queues', 'value'],
  },
  { edition: 'both', call: 'GET /settings/', as: 'agent', reads: ['[].key', '[].value'] },
  { edition: '4.8', call: 'PUT /users/{agent}', as: 'agent', body: () => ({ language: 'en' }) },
]
