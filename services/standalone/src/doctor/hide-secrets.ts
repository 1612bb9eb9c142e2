const SECRET =
  /PASSWORD|SECRET|TOKEN|SEAL_KEY|API_KEY|ACCESS_KEY|VAULT_KEYS|ID_KEY|PIX_KEY|CLIENT_ID|CERTIFICATE_BASE64/
/* Shorter values are words of everyday texts, too. */
const SHORTEST = 6

function passwordOf(value: string): string[] {
  if (!URL.canParse(value)) return []
  const { password } = new URL(value)
  return [password, decodeURIComponent(password)]
}

/** Secrets among these variables: those named so, and the passwords of addresses. */
export const listSecrets = (variables: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(variables)
    .flatMap(([name, value = '']) => [
      ...(SECRET.test(name) && !name.endsWith('_FILE') ? value.split(',') : []),
      ...passwordOf(value),
    ])
    .filter((secret) => secret.length >= SHORTEST)

/** The text without these secrets, whoever wrote them into it. */
export const hideSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
