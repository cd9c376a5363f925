import { afterAll } from 'vitest'
import { tidyUp } from './tidy-up.ts'

afterAll(tidyUp)
