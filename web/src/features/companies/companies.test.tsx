import { companyPatchBody, parseDueDate, newCompanyBody, type ManagedCompanyView } from '@balcao/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { renderApp } from '../../testing/render-app'
import { CompaniesTab } from './companies-tab'
import {
  addRecurrence,
  chooseDueMark,
  emptyCompany,
  toCompanyPatch,
  toCompanyValues,
  toNewCompany,
} from './company.form'

const company: ManagedCompanyView = {
  id: 9,
  name: 'Padaria Sol',
  email: 'dono@sol.test',
  phone: '11999990000',
  planId: 1,
  plan: { id: 1, name: 'Plano 1', value: 30 },
  status: true,
  dueDate: '2027-01-31T15:00:00.000Z',
  recurrence: 'MENSAL',
  campaignsEnabled: true,
  settings: [{ key: 'campaignsEnabled', value: 'true' }],
  schedules: [],
  billingName: null,
  addressZipCode: null,
  addressStreet: null,
  addressState: null,
  addressCity: null,
  addressDistrict: null,
  mediaUsage: { usedBytes: 1_048_576, allowedBytes: 10_737_418_240 },
  createdAt: '2026-11-01T12:00:00.000Z',
  trialExpiration: null,
}

it.each([
  ['2026-11-27', 'soon'],
  ['2026-11-28', undefined],
  ['2026-11-26', 'due'],
  ['2026-11-22', 'due'],
  ['2026-11-19', 'due'],
  ['2026-11-18', 'late'],
  ['2026-11-17', undefined],
])('a company due on %s is marked %s on 22 November', (day, mark) =>
  expect(chooseDueMark(parseDueDate(day).toISOString(), new Date('2026-11-22T18:00:00Z'))).toBe(mark),
)

it('a due date moves by the recurrence, to the end of a shorter month', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(addRecurrence('2027-01-31', 'MENSAL', now)).toBe('2027-02-28')
  expect(addRecurrence('2027-01-31', 'ANUAL', now)).toBe('2028-01-31')
  expect(addRecurrence('', 'MENSAL', now)).toBe('2026-12-22')
})

it('the form makes bodies that the contract takes; an empty due date is null', async () => {
  const values = { ...emptyCompany, name: 'Sol', email: 'a@sol.test', phone: '(11) 99999-0000', planId: 1 }
  const body = toNewCompany({ ...values, password: 'cinco patos' })
  await expect(newCompanyBody.noUnknown().validate(body, { strict: true })).resolves.toMatchObject({
    phone: '11999990000',
    dueDate: null,
  })
  const patch = toCompanyPatch(toCompanyValues(company))
  await expect(companyPatchBody.noUnknown().validate(patch, { strict: true })).resolves.toMatchObject({
    dueDate: '2027-01-31',
  })
})

it('the form makes a company of an e-mail and a plan', async () => {
  const body = toNewCompany({ ...emptyCompany, email: 'a@sol.test', planId: 1 })
  await expect(newCompanyBody.noUnknown().validate(body, { strict: true })).resolves.toMatchObject({
    email: 'a@sol.test',
    planId: 1,
  })
  await expect(newCompanyBody.validate({ ...body, email: undefined })).rejects.toThrow('Required')
  await expect(newCompanyBody.validate({ ...body, planId: undefined })).rejects.toThrow('Required')
})

it('the tab extends a company by one recurrence and saves it', async () => {
  const { calls } = await renderApp(<CompaniesTab />, {
    user: { profile: 'admin', super: true },
    answer: ({ path }) => {
      if (path.startsWith('/plans')) return { body: [{ id: 1, name: 'Plano 1' }] }
      return {
        body:
          path.split('?')[0] === '/companies' ? { companies: [company], count: 1, hasMore: false } : company,
      }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Editar: Padaria Sol' }))
  await userEvent.click(screen.getByRole('button', { name: '+ Vencimento' }))
  expect(await screen.findByDisplayValue('28/02/2027')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy()
  const sent = calls.find(({ method }) => method === 'PUT')
  expect([sent?.path, JSON.parse(String(sent?.body))]).toMatchObject([
    '/companies/9',
    { dueDate: '2027-02-28' },
  ])
})

it('offers an export before it deletes, which takes the company’s name', async () => {
  const opened: string[] = []
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(new URL(this.href).pathname)
  })
  const { calls } = await renderApp(<CompaniesTab />, {
    user: { profile: 'admin', super: true },
    answer: ({ path, method }) => {
      if (path.startsWith('/plans')) return { body: [{ id: 1, name: 'Plano 1' }] }
      if (method === 'POST') return { body: { url: '/companies/9/export?ticket=x' } }
      return { body: { companies: [company], count: 1, hasMore: false } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Editar: Padaria Sol' }))
  await userEvent.click(screen.getByRole('button', { name: 'Excluir' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Exportar dados' }))
  expect(await dialog.findByText(/O download começou/)).toBeTruthy()
  expect(opened).toEqual(['/companies/9/export'])
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Excluir' })
  expect(confirm.disabled).toBe(true)
  const field = dialog.getByLabelText('Digite o nome da empresa')
  fireEvent.change(field, { target: { value: 'Padaria Sol' } })
  expect(confirm.disabled).toBe(false)
  await userEvent.click(confirm)
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
})
