import { Type } from '@sinclair/typebox'

interface Described {
  description?: string
  rule?: string
}

/** Longer than any time or duration needs. */
const maxLength = 40

export const instant = (options: Described = {}) => Type.String({ format: 'date-time', maxLength, ...options })
export const duration = (options: Described = {}) => Type.String({ format: 'duration', maxLength, ...options })
