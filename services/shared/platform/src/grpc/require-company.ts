import { companyId, type CompanyId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** The company that a call of another service names. @throws {AppError} ERR_VALIDATION for a call without one */
export function requireCompanyId(request: { companyId: number }): CompanyId {
  if (!Number.isInteger(request.companyId) || request.companyId < 1)
    throw new AppError('ERR_VALIDATION', { detail: 'company_id is required' })
  return companyId(request.companyId)
}
