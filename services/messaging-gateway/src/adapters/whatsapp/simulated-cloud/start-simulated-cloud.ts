import { startGraphServer, type GraphServer } from '../graph-server'
import { DEMO_ACCOUNT, DEMO_TEMPLATES } from './demo-account'

/* A browser of this machine may call it by either name. */
function listOrigins(deskUrl: string): string[] {
  const { origin, port } = new URL(deskUrl)
  return [...new Set([origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`])]
}

/**
 * Meta as a demo on one machine has it: the Graph server on loopback, with the demo's account.
 * @param deskUrl where the desk takes webhooks: signed, and sent again until they are taken
 */
export async function startSimulatedCloud(
  deskUrl: string,
  onError: (error: unknown) => void,
): Promise<GraphServer> {
  const graph = await startGraphServer({ onError })
  const {
    appId,
    appSecret,
    portfolioId,
    businessAccountId,
    phoneNumberId,
    digits,
    verifiedName,
    linkedNumber,
    newNumber,
    signupConfigId,
  } = DEMO_ACCOUNT
  const app = await graph.addApp({
    id: appId,
    name: 'Balcão',
    secret: appSecret,
    login: { configId: signupConfigId, allowedOrigins: listOrigins(deskUrl) },
  })
  // Not asked for the challenge, which the desk cannot answer before the credentials are entered.
  app.webhook = {
    url: `${deskUrl}/webhooks/whatsapp`,
    verifyToken: DEMO_ACCOUNT.verifyToken,
    fields: 'all',
  }
  graph.addPortfolio({ id: portfolioId })
  graph.addBusinessAccount({
    id: businessAccountId,
    name: verifiedName,
    portfolioId,
    // As the desk did when the credentials were entered, maybe before a restart.
    subscribedApps: [appId],
  })
  for (const number of [{ phoneNumberId, digits }, linkedNumber])
    graph.addPhoneNumber({
      id: number.phoneNumberId,
      accountId: businessAccountId,
      digits: number.digits,
      verifiedName,
    })
  // As Meta's own dialog leaves it: verified, and registered by the app.
  graph.addPhoneNumber({
    id: newNumber.phoneNumberId,
    accountId: businessAccountId,
    digits: newNumber.digits,
    verifiedName: newNumber.verifiedName,
    status: 'PENDING',
    isVerified: true,
  })
  graph.addToken({ value: DEMO_ACCOUNT.token, appId, accountIds: [businessAccountId] })
  for (const [id, definition] of Object.entries(DEMO_TEMPLATES))
    graph.templates.add(id, businessAccountId, definition)
  return graph
}
