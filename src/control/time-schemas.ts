import { type StringOptions, Type } from '@sinclair/typebox'

/** Longer than any time or duration needs. */
const maxLength = 40

export const instant = (options: StringOptions = {}) => Type.String({ format: 'date-time', maxLength, ...options })
export const duration = (options: StringOptions = {}) => Type.String({ format: 'duration', maxLength, ...options })
