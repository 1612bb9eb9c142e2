import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetConnectionQuery } from '../../data/connections.api'
import { QR_EXPIRED_MS, QR_SIZE_PX } from '../../lib/constants'
import { simulatedPhonePath } from '../../lib/simulated-phone'
import { useIsPhone } from '../../lib/use-media'
import { CheckIcon, PhoneIcon } from '../../ui/icons'
import { PairingCode } from './pairing-code'
import { PasskeyDialog } from './passkey-dialog'
import { findEndStatus } from './status'

const CONNECTED_SHOWN_MS = 800

export interface QrDialogProps {
  connectionId: number
  onClose: () => void
}

/** True when no newer code came within a minute, after which WhatsApp's first code expires. */
const useIsExpired = (qrcode: string): boolean => {
  const [expired, setExpired] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setExpired(qrcode), QR_EXPIRED_MS)
    return () => clearTimeout(timer)
  }, [qrcode])
  return qrcode !== '' && expired === qrcode
}

/** Closes when the code disappears: at once, or after showing a tick when the phone is connected. */
const useCloseWhenScanned = (
  qrcode: string,
  { connected, stays }: { connected: boolean; stays: boolean },
  onClose: () => void,
) => {
  const hadCode = useRef(false)
  useEffect(() => {
    if (qrcode !== '') hadCode.current = true
    else if (!stays && (connected || hadCode.current)) {
      const timer = setTimeout(onClose, connected ? CONNECTED_SHOWN_MS : 0)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [qrcode, connected, stays, onClose])
}

const Code = ({ qrcode, connected }: { qrcode: string; connected: boolean }) => {
  const { t } = useTranslation('connections')
  const expired = useIsExpired(qrcode)
  if (connected)
    return (
      <p className="qr__done" role="status">
        <CheckIcon sx={{ fontSize: 72 }} />
        {t('qr.connected')}
      </p>
    )
  if (qrcode === '')
    return (
      <p className="qr__waiting" role="status">
        Waiting for QR Code
      </p>
    )
  return (
    <>
      <QRCodeSVG
        value={qrcode}
        size={QR_SIZE_PX}
        marginSize={0}
        title={t('qr.title')}
        style={{ opacity: expired ? 0.25 : 1 }}
      />
      {expired ? (
        <p className="qr__expired" role="status">
          {t('qr.renewing')}
        </p>
      ) : null}
    </>
  )
}

const Steps = ({ byCode }: { byCode: boolean }) => {
  const { t } = useTranslation('connections')
  return (
    <ol className="qr__steps">
      <li>{t('qr.step1')}</li>
      <li>{t('qr.step2')}</li>
      <li>{t('qr.step3')}</li>
      <li>{t(byCode ? 'code.step4' : 'qr.step4')}</li>
    </ol>
  )
}

const SimulatedPhone = ({ connectionId }: { connectionId: number }) => {
  const { t } = useTranslation('connections')
  return (
    <div className="qr__steps">
      <p>{t('qr.simulated')}</p>
      <Button
        variant="contained"
        startIcon={<PhoneIcon />}
        sx={{ justifySelf: 'start' }}
        href={simulatedPhonePath(connectionId)}
        target="_blank"
        rel="noopener"
      >
        {t('openPhone')}
      </Button>
    </div>
  )
}

/** Four steps, and the code on a white card in both themes: phones read dark on light. A typed code is the alternative. */
export const QrDialog = ({ connectionId, onClose }: QrDialogProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const phone = useIsPhone()
  const { data } = useGetConnectionQuery(connectionId)
  const qrcode = data?.qrcode ?? ''
  const connected = data?.status === 'CONNECTED'
  const needsPasskey = data ? findEndStatus(data) === 'passkey-required' : false
  const passkey = data?.passkey ?? null
  useCloseWhenScanned(qrcode, { connected, stays: needsPasskey || passkey !== null }, onClose)
  const [byCode, setByCode] = useState(false)
  if (passkey) return <PasskeyDialog connectionId={connectionId} passkey={passkey} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={phone} aria-labelledby="qr-title">
      <DialogTitle id="qr-title">{t(byCode ? 'code.switch' : 'qr.title')}</DialogTitle>
      <DialogContent>
        <div className="qr">
          {data?.capabilities.isSimulated ? (
            <SimulatedPhone connectionId={connectionId} />
          ) : (
            <Steps byCode={byCode} />
          )}
          {needsPasskey ? (
            <p className="qr__waiting" role="alert">
              {t('lastEnd.passkey-required')}
            </p>
          ) : byCode && !connected ? (
            <PairingCode connectionId={connectionId} ready={qrcode !== ''} />
          ) : (
            <div className="qr__card">
              <Code qrcode={qrcode} connected={connected} />
            </div>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        {connected || !data?.capabilities.linksBy.includes('code') ? null : (
          <Button sx={{ mr: 'auto' }} onClick={() => setByCode(!byCode)}>
            {t(byCode ? 'code.switchBack' : 'code.switch')}
          </Button>
        )}
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
