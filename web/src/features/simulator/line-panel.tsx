import { connectionStatuses, type SimulatorBehaviour, type SimulatorConnection } from '@balcao/contracts'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'

import { formatPhone } from '../../lib/format-phone'
import { LanguageSelect } from '../../ui/public-form'
import { simulatorClient, type LineAction } from './simulator-client'

export interface LinePanelProps {
  connections: SimulatorConnection[]
  chosen: SimulatorConnection | undefined
  behaviour: SimulatorBehaviour | undefined
  onChoose: (id: number) => void
  /** Something was asked of the network: look again. */
  onChanged: () => void
  onError: (error: unknown) => void
}

const troubles = ['drop', 'logout', 'replace', 'restart'] as const satisfies LineAction[]

const Line = ({
  chosen,
  onChanged,
  onError,
}: Pick<LinePanelProps, 'onChanged' | 'onError'> & { chosen: SimulatorConnection }) => {
  const { t } = useTranslation('simulator')
  const { t: words } = useTranslation('connections')
  const status = connectionStatuses.find((known) => known === chosen.status)
  const ask = (action: LineAction) => simulatorClient.line(chosen.id, action).then(onChanged, onError)
  return (
    <>
      <p className="sim-line">
        <span className={chosen.status === 'CONNECTED' ? 'sim-dot sim-dot--on' : 'sim-dot'} />
        {status ? words(`status.${status}.word`) : chosen.status}
        {chosen.number ? ` · ${formatPhone(chosen.number)}` : ''}
      </p>
      {chosen.qrcode ? (
        <div className="sim-qr">
          <span className="sim-qr__card">
            <QRCodeSVG value={chosen.qrcode} size={148} title={t('qr')} />
          </span>
          <button type="button" className="sim-button sim-button--primary" onClick={() => void ask('scan')}>
            {t('scan')}
          </button>
        </div>
      ) : null}
      {chosen.isOfficial ? (
        <p className="sim-hint">{t('official')}</p>
      ) : (
        <div className="sim-troubles">
          {troubles.map((action) => (
            <button
              key={action}
              type="button"
              className="sim-button"
              title={t(`line.${action}.hint`)}
              onClick={() => void ask(action)}
            >
              {t(`line.${action}.label`)}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

const Rate = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) => (
  <label className="sim-field">
    <span>
      {label} <output>{Math.round(value * 100)}%</output>
    </span>
    <input
      type="range"
      min={0}
      max={1}
      step={0.05}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </label>
)

/* Meta has its own. */
const Faults = ({
  behaviour,
  change,
}: {
  behaviour: SimulatorBehaviour
  change: (patch: Partial<SimulatorBehaviour>) => void
}) => {
  const { t } = useTranslation('simulator')
  return (
    <>
      <label className="sim-field">
        <span>{t('behaviour.delay')}</span>
        <input
          key={behaviour.delayMs}
          type="number"
          min={0}
          max={60000}
          step={100}
          defaultValue={behaviour.delayMs}
          onBlur={(event) =>
            change({ delayMs: Math.min(60_000, Math.max(0, Math.round(Number(event.target.value)))) })
          }
        />
      </label>
      <Rate
        label={t('behaviour.drop')}
        value={behaviour.dropRate}
        onChange={(dropRate) => change({ dropRate })}
      />
      <Rate
        label={t('behaviour.duplicate')}
        value={behaviour.duplicateRate}
        onChange={(duplicateRate) => change({ duplicateRate })}
      />
      <label className="sim-check">
        <input
          type="checkbox"
          checked={behaviour.reorder}
          onChange={(event) => change({ reorder: event.target.checked })}
        />
        {t('behaviour.reorder')}
      </label>
    </>
  )
}

const Behaviour = ({
  behaviour,
  isOfficial,
  onChanged,
  onError,
}: Pick<LinePanelProps, 'onChanged' | 'onError'> & {
  behaviour: SimulatorBehaviour
  isOfficial: boolean
}) => {
  const { t } = useTranslation('simulator')
  const change = (patch: Partial<SimulatorBehaviour>) =>
    void simulatorClient.behave(patch).then(onChanged, onError)
  return (
    <fieldset className="sim-behaviour">
      <legend>{t('behaviour.title')}</legend>
      <label className="sim-field">
        <span>{t('behaviour.receipts')}</span>
        <select
          value={behaviour.receipts}
          onChange={(event) => change({ receipts: event.target.value === 'manual' ? 'manual' : 'auto' })}
        >
          <option value="auto">{t('behaviour.auto')}</option>
          <option value="manual">{t('behaviour.manual')}</option>
        </select>
      </label>
      {isOfficial ? null : <Faults behaviour={behaviour} change={change} />}
    </fieldset>
  )
}

/** Controls of the simulated network: connection, its session, receipts. */
export const LinePanel = ({
  connections,
  chosen,
  behaviour,
  onChoose,
  onChanged,
  onError,
}: LinePanelProps) => {
  const { t } = useTranslation('simulator')
  return (
    <aside className="sim-panel" aria-label={t('panel')}>
      <div className="sim-panel__head">
        <h1>{t('title')}</h1>
        <LanguageSelect />
      </div>
      <p className="sim-hint">{t('lead')}</p>
      <label className="sim-field">
        <span>{t('connection')}</span>
        <select value={chosen?.id ?? ''} onChange={(event) => onChoose(Number(event.target.value))}>
          {connections.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {chosen ? <Line chosen={chosen} onChanged={onChanged} onError={onError} /> : null}
      {behaviour ? (
        <Behaviour
          behaviour={behaviour}
          isOfficial={chosen?.isOfficial ?? false}
          onChanged={onChanged}
          onError={onError}
        />
      ) : null}
    </aside>
  )
}
