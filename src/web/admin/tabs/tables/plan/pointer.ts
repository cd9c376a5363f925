import type { PointerEvent } from 'react'
import type { Point } from '#features/floor-plan/rules.ts'

export type Press = PointerEvent<SVGSVGElement>

/** Point of a press in units of the floor plan. */
export const pointOf = ({ clientX, clientY, currentTarget }: Press): Point =>
  new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse())
