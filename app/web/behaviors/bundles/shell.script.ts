/** What every page does in the browser beyond HTML, whether or not the framework runs. */
import { allowOwnScripts } from '../trusted-types.ts'
import { continuePlaying } from '../shell/continue-playing.ts'
import { showDisplaySettings } from '../shell/display-settings.ts'
import { manageDrawer } from '../shell/drawer.ts'
import { hideBarOnScroll } from '../shell/hide-bar-on-scroll.ts'
import { showPressFeedback } from '../shell/press-feedback.ts'
import { reloadOnBack } from '../shell/reload-on-back.ts'
import { announceReader } from '../shell/watch-reader.ts'
import { startFrameworkLater } from '../shell/start-framework.ts'

const framework = document.querySelector<HTMLScriptElement>('script[data-later]')

document.documentElement.dataset['script'] = ''
allowOwnScripts(framework?.text)
hideBarOnScroll()
manageDrawer()
if (framework) startFrameworkLater(framework)
showPressFeedback()
showDisplaySettings()
reloadOnBack()
announceReader()
continuePlaying()
