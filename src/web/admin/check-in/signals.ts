import type { Verdict } from '#features/reservation-management/check-in/schema.ts'

const MUTED = 'checkInMuted'

/** Whether sounds are off on this device. */
export function isMuted(): boolean {
  try {
    return window.localStorage.getItem(MUTED) === '1'
  } catch {
    return false
  }
}

export function setMuted(muted: boolean): void {
  try {
    if (muted) window.localStorage.setItem(MUTED, '1')
    else window.localStorage.removeItem(MUTED)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

type Tone = readonly [hertz: number, fromS: number, lengthS: number]

/** Two rising tones, two equal ones, one long low one: told apart without looking. */
const TONES: Readonly<Record<Verdict['look'], readonly Tone[]>> = {
  go: [
    [660, 0, 0.09],
    [990, 0.1, 0.14],
  ],
  ask: [
    [520, 0, 0.1],
    [520, 0.16, 0.1],
  ],
  stop: [[180, 0, 0.45]],
}
const VIBRATIONS: Readonly<Record<Verdict['look'], readonly number[]>> = {
  go: [60],
  ask: [60, 80, 60],
  stop: [350],
}

let audio: AudioContext | null = null

/** Signals a verdict by sound and vibration. */
export function signal(look: Verdict['look'], muted: boolean): void {
  navigator.vibrate?.([...VIBRATIONS[look]])
  if (muted || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  // Browsers suspend a context that was created before the first tap.
  void audio.resume()
  for (const tone of TONES[look]) play(audio, tone)
}

function play(context: AudioContext, [hertz, from, length]: Tone): void {
  const at = context.currentTime + from
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = hertz
  tone.type = 'triangle'
  volume.gain.setValueAtTime(0.35, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + length)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + length)
}
