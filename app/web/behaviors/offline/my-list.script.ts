/** Shows which books of My List are on this device, before the framework runs. */
import { defineOfflineElements } from './offline-elements.ts'

defineOfflineElements()
