import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from './vitest.config.ts'

const { test, ...unit } = (config.test!.projects as TestProjectInlineConfiguration[]).find(
  (project) => project.test!.name === 'unit',
)!

/** The tests that StrykerJS repeats for each change: those without a database or a server. */
export default defineConfig({
  test: { projects: [{ ...unit, test: { ...test, include: ['tests/unit/**/*.test.ts'] } }] },
})
