export { openDoor, type Door } from './door'
export { createMachine, serviceNames, type HostPorts, type Machine, type MachineOptions } from './machine'
export { runServices, type HostOptions, type RunningHost } from './run-services'
export { stopOnSignals } from './stop-signals'
