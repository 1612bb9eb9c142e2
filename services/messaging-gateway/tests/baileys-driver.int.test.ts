import { baileysRig } from './baileys-rig'
import { deviceNetwork } from './driver-rig'
import { whatsAppDriverContract } from './whatsapp-driver.contract'

whatsAppDriverContract(
  'the driver of the real phone',
  { ...deviceNetwork, provider: 'beta' },
  async () => (await baileysRig()).rig,
)
