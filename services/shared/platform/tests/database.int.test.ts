import { describeDatabase } from './database.contract'

describeDatabase('on its server')
