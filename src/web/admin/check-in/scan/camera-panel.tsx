import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Camera, cameraProblem, startCamera } from './camera.ts'
import { BigButton } from '../parts.tsx'

type Props = { readonly onText: (text: string) => void }

/** The camera, while it is switched on. It ends when the screen is hidden. */
export function CameraPanel({ onText }: Props) {
  const [isOn, setIsOn] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (text: string): void => {
    setIsOn(false)
    setProblem(text)
  }
  return (
    <section aria-label="Camera" className="flex flex-col gap-3">
      {problem === null ? null : <p role="alert">{problem}</p>}
      {isOn ? (
        <RunningCamera onText={onText} onOff={() => setIsOn(false)} onProblem={fail} />
      ) : (
        <BigButton
          look="solid"
          className="min-h-20 text-2xl"
          onClick={() => {
            setProblem(null)
            setIsOn(true)
          }}
        >
          Scan with the camera
        </BigButton>
      )}
    </section>
  )
}

type RunningProps = {
  readonly onText: (text: string) => void
  readonly onOff: () => void
  readonly onProblem: (text: string) => void
}

function RunningCamera({ onText, onOff, onProblem }: RunningProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera | null>(null)
  const report = useEffectEvent(onText)
  const off = useEffectEvent(onOff)
  const fail = useEffectEvent(onProblem)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    let isOver = false
    let started: Camera | null = null
    startCamera({ video: element, onText: (text) => report(text), onEnded: () => off() }).then(
      (it) => {
        if (isOver) return it.stop()
        started = it
        setCamera(it)
      },
      (error: unknown) => {
        if (!isOver) fail(cameraProblem(error))
      },
    )
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') off()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      isOver = true
      started?.stop()
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [])
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        aria-label="Picture of the camera"
        className="aspect-square w-full rounded-2xl bg-cocoa object-cover"
      />
      <div className="flex gap-3">
        {camera?.setTorch ? <TorchButton setTorch={camera.setTorch} /> : null}
        <BigButton className="min-h-14 flex-1 text-lg" onClick={onOff}>
          Camera off
        </BigButton>
      </div>
    </>
  )
}

function TorchButton({ setTorch }: { readonly setTorch: (isOn: boolean) => Promise<void> }) {
  const [isOn, setIsOn] = useState(false)
  return (
    <BigButton
      className="min-h-14 flex-1 text-lg"
      aria-pressed={isOn}
      onClick={() =>
        void setTorch(!isOn).then(
          () => setIsOn(!isOn),
          () => undefined,
        )
      }
    >
      {isOn ? 'Light off' : 'Light on'}
    </BigButton>
  )
}
