import { describeKills } from './support/kill-story'

/* A sample for every run; kill.soak has the twenty. */
describeKills({ kills: 4, inbound: 400, outbound: 100 })
