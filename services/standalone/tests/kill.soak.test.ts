import { describeKills } from './support/kill-story'

describeKills({
  kills: Number(process.env.KILLS ?? 20),
  inbound: Number(process.env.KILL_INBOUND ?? 2_000),
  outbound: Number(process.env.KILL_OUTBOUND ?? 500),
})
