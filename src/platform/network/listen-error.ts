import { StartError } from '../config/start-error.ts'

type Place = {
  readonly port: number
  readonly host: string
  /** Names of the settings for error messages. */
  readonly portSetting: string
  readonly hostSetting: string
}

/** Turns an error of listen() into one line that names the setting to change. */
export function explainListening(error: Error, { port, host, portSetting, hostSetting }: Place): Error {
  switch ('code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return new StartError(
        `${portSetting}=${port}: is already in use; stop what listens there, or set another port`,
      )
    case 'EACCES':
      return new StartError(
        `${portSetting}=${port}: needs more rights than this user has; must be 1024 or above`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError(
        `${hostSetting}=${host}: is no address of this machine; must be one, such as 0.0.0.0 or 127.0.0.1`,
      )
    default:
      return error
  }
}
