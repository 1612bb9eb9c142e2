import type { Page } from 'playwright-core'

/** A state of the product's screens: its name and how it is reached from the one before. */
export type State = [name: string, reach: () => Promise<unknown>]

interface Screen {
  page: Page
  url: string
}

const PAYER = [
  [/^Nome completo/, 'Sofia Prado'],
  ['CPF ou CNPJ', '529.982.247-25'],
  [/^Endereço/, 'Rua do Sol, 1'],
  [/^Cidade/, 'Recife'],
  [/^CEP/, '50000-000'],
] as const

/** What only the operator sees: companies and plans with their dialogs, and the platform's help videos. */
export function listPlatformStates(getScreen: () => Screen): State[] {
  const findButton = (name: string | RegExp) =>
    getScreen().page.getByRole('button', { name, exact: true }).first()
  const openDialog = async (button: string) => {
    const { page } = getScreen()
    await findButton(button).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  }
  const showTab = (name: string) => async () => {
    const { page, url } = getScreen()
    await page.goto(`${url}/settings`)
    await page.getByRole('tab', { name, exact: true }).click()
    await findButton(/^Editar: /).waitFor()
  }
  const choose = async () => {
    await findButton(/^Editar: /).click()
    await findButton('Excluir').waitFor()
  }
  return [
    ['the companies', showTab('Empresas')],
    ['a company', choose],
    ['the user of a company', () => openDialog('Usuário')],
    ['the deletion of a company', () => openDialog('Excluir')],
    ['the plans', showTab('Planos')],
    ['a plan', choose],
    ['the deletion of a plan', () => openDialog('Excluir')],
    ['the help videos of the platform', showTab('Ajuda')],
  ]
}

/** The invoices, and the way through a checkout to its code and the simulated bank. */
export function listBillingStates(getScreen: () => Screen): State[] {
  const findDialog = () => getScreen().page.getByRole('dialog', { name: 'Falta pouco!' })
  const press = (name: string) => findDialog().getByRole('button', { name, exact: true }).click()
  const showInvoices = async () => {
    const { page, url } = getScreen()
    await page.goto(`${url}/financeiro`)
    const pay = page.getByRole('button', { name: /^PAGAR/ }).first()
    await pay.waitFor()
    return pay
  }
  const findName = () => findDialog().getByLabel(/^Nome completo/)
  const findSelect = () => findDialog().getByRole('button', { name: 'SELECIONAR' })
  /* The payer comes first as long as none is known. */
  const open = async () => {
    await (await showInvoices()).click()
    await findName().or(findSelect()).first().waitFor()
  }
  const showPayer = async () => {
    await open()
    if (await findSelect().isVisible()) await press('VOLTAR')
    await findName().waitFor()
  }
  const showPlan = async () => {
    await open()
    if (await findName().isVisible()) {
      for (const [label, value] of PAYER) await findDialog().getByLabel(label).fill(value)
      await press('PRÓXIMO')
    }
    await findSelect().waitFor()
  }
  const showReview = async () => {
    await showPlan()
    await press('SELECIONAR')
    await findDialog().getByText('Rua do Sol, 1').waitFor()
  }
  const showCode = async () => {
    await showReview()
    await press('PAGAR')
    await findDialog().getByRole('img', { name: 'Código QR do Pix' }).waitFor()
  }
  return [
    ['the invoices', showInvoices],
    ['the plan of a checkout', showPlan],
    [
      'the payer of a checkout, with an error',
      async () => {
        await showPayer()
        await findDialog()
          .getByLabel(/^Endereço/)
          .fill('')
        await press('PRÓXIMO')
        await findDialog().getByText('O Endereço é obrigatório').waitFor()
      },
    ],
    ['the review of a checkout', showReview],
    ['the code of a checkout', showCode],
    [
      'the simulated bank',
      async () => {
        const { page, url } = getScreen()
        await showCode()
        const link = findDialog().getByRole('link', { name: 'Pagar no banco simulado' })
        await page.goto(`${url}${await link.getAttribute('href')}`)
        await page.getByRole('button', { name: 'Pagar', exact: true }).waitFor()
      },
    ],
    [
      'the subscription',
      async () => {
        const { page, url } = getScreen()
        await page.goto(`${url}/subscription`)
        await page.getByRole('button', { name: 'Assinar agora!' }).waitFor()
      },
    ],
  ]
}
