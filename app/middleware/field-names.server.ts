import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/**
 * The names of the fields that a form's schema knows: the keys of its object. No form of the
 * product has objects within objects, so no name describes a path.
 * @throws Error when the schema is of a kind that no form has had so far
 */
export function fieldNames(schema: $ZodType): Set<string> {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return new Set(Object.keys(def.shape))
    case 'pipe':
      return new Set([...fieldNames(def.in), ...fieldNames(def.out)])
    case 'union':
      return new Set(def.options.flatMap((option) => [...fieldNames(option)]))
    case 'transform':
      return new Set()
    default:
      throw new Error(`A form cannot be read by a schema of the kind ${def.type}.`)
  }
}
