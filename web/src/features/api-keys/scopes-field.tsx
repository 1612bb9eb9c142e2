import { hasWriteScope, scopeResources, type Scope, type ScopeResource } from '@balcao/contracts'
import Checkbox from '@mui/material/Checkbox'
import FormHelperText from '@mui/material/FormHelperText'
import { useField } from 'formik'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import './api-keys.css'

const kinds = ['read', 'write'] as const

/** What the key may read and write, by resource; bound to formik's `scopes`. */
export const ScopesField = () => {
  const { t } = useTranslation('apiKeys')
  const errorId = useId()
  const [{ value }, { touched, error }, { setValue, setTouched }] = useField<Scope[]>('scopes')
  const shownError = touched && error ? error : ''
  const toggle = (scope: Scope) => {
    void setTouched(true, false)
    void setValue(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  }
  const box = (resource: ScopeResource, kind: (typeof kinds)[number]) => {
    const scope = `${resource}:${kind}` as Scope
    const label = t(kind === 'read' ? 'scope.ofRead' : 'scope.ofWrite', {
      resource: t(`resources.${resource}`),
    })
    return (
      <Checkbox
        size="small"
        checked={value.includes(scope)}
        onChange={() => toggle(scope)}
        slotProps={{ input: { 'aria-label': label } }}
      />
    )
  }
  return (
    <div role="group" aria-label={t('fields.scopes')} aria-describedby={errorId}>
      <table className="api-key-scopes">
        <thead>
          <tr>
            <th scope="col">{t('fields.scopes')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {t(`scope.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopeResources.map((resource) => (
            <tr key={resource}>
              <th scope="row">{t(`resources.${resource}`)}</th>
              <td>{box(resource, 'read')}</td>
              <td>{hasWriteScope(resource) ? box(resource, 'write') : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FormHelperText id={errorId} error>
        {shownError}
      </FormHelperText>
    </div>
  )
}
