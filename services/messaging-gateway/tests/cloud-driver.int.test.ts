import { cloudDriverRig, cloudNetwork } from './cloud-driver-rig'
import { whatsAppDriverContract } from './whatsapp-driver.contract'

whatsAppDriverContract('the driver of the official API', cloudNetwork, cloudDriverRig)
