import { baileysRig } from './baileys-rig'
import { whatsAppDriverContract } from './whatsapp-driver.contract'

whatsAppDriverContract('the driver of the real phone', async () => (await baileysRig()).rig)
