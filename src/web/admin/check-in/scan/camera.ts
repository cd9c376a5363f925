import { type Decode, loadDecoder } from './decoder.ts'

/**
 * Side of the square in the middle of the camera image that is searched: large enough for a code that fills half of it.
 */
const SIDE = 640
/** A code that stays in view counts once. */
const IN_VIEW_MS = 1500
const FRAME_MS = 30

/** The part of a camera's abilities that the types of the browser leave out. */
type Torch = { readonly torch?: boolean }

export type Camera = {
  stop(): void
  /** Switches the torch; null where the camera has none. */
  readonly setTorch: ((isOn: boolean) => Promise<void>) | null
}

type Options = {
  readonly video: HTMLVideoElement
  readonly onText: (text: string) => void
  /** The camera ended by itself: it was taken by another app, or unplugged. */
  readonly onEnded: () => void
}

const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser may not use the camera. Allow it in the settings of this page, then try again.',
  NotFoundError: 'This device has no camera. Use a hand scanner, or type the code.',
  NotReadableError: 'Another app uses the camera. Close it, then try again.',
}

/** The reason for which the camera does not start, for staff. */
export const cameraProblem = (error: unknown): string =>
  (error instanceof Error ? PROBLEMS[error.name] : undefined) ??
  'The camera could not be started. Type the code, or search for the name.'

/** Starts the camera and reports each code that comes into view. Nothing runs before, or after `stop`. */
export async function startCamera({ video, onText, onEnded }: Options): Promise<Camera> {
  const [decode, stream] = await Promise.all([
    loadDecoder(),
    navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    }),
  ])
  const [track] = stream.getVideoTracks()
  video.srcObject = stream
  await video.play()
  const reading = readFrames(video, decode, onText)
  const lock = await keepAwake()
  const stop = (): void => {
    reading.stop()
    for (const it of stream.getTracks()) it.stop()
    video.srcObject = null
    void lock?.release().catch(() => undefined)
  }
  track?.addEventListener('ended', () => {
    stop()
    onEnded()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the browser leave out the torch
  const abilities = (track?.getCapabilities?.() ?? {}) as Torch
  const setTorch = async (isOn: boolean): Promise<void> => {
    const torch: MediaTrackConstraintSet & Torch = { torch: isOn }
    await track?.applyConstraints({ advanced: [torch] })
  }
  return { stop, setTorch: abilities.torch === true ? setTorch : null }
}

/** The screen stays on while the camera scans; a device may refuse. */
async function keepAwake(): Promise<WakeLockSentinel | null> {
  try {
    return await navigator.wakeLock.request('screen')
  } catch {
    return null
  }
}

function readFrames(
  video: HTMLVideoElement,
  decode: Decode,
  onText: (text: string) => void,
): { stop(): void } {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let timer: number | undefined
  let isStopped = false
  let last = { text: '', at: 0 }
  const readFrame = async (): Promise<void> => {
    const { videoWidth, videoHeight } = video
    const side = Math.min(videoWidth, videoHeight)
    if (!context || side === 0) return
    context.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, SIDE, SIDE)
    const [text] = await decode(context.getImageData(0, 0, SIDE, SIDE))
    if (text === undefined || isStopped) return
    const now = performance.now()
    const isNew = text !== last.text || now - last.at > IN_VIEW_MS
    last = { text, at: now }
    if (isNew) onText(text)
  }
  const next = (): void => {
    timer = window.setTimeout(() => {
      void readFrame()
        .catch(() => undefined)
        .then(() => (isStopped ? undefined : next()))
    }, FRAME_MS)
  }
  next()
  return {
    stop() {
      isStopped = true
      window.clearTimeout(timer)
    },
  }
}
