import { expect, test } from './fixtures.ts'
import {
  bookCount,
  bookLink,
  bookLinks,
  listedTitles,
  searchBox,
  wakeFramework,
} from './steps/catalogue.ts'

/** Searches that break other sites; the page shows each of them literally. */
const AWKWARD = {
  'double quotes': '"walden"',
  'single quotes': "o'brien's '; DROP TABLE Book; --",
  'a percent sign': '100%',
  'an encoded percent sign': '%25%2F',
  'an underscore': '_',
  'search operators': 'a* OR NEAR(b) -c title:d ^',
  markup: '<script>document.title="taken over"</script>',
  'a closing attribute': '"><img src=x onerror="document.title=1">',
  emoji: '🦊📚👩‍🚀',
  'right-to-left text': 'كليلة ودمنة',
  'a right-to-left mark': '\u202Ewalden',
  'a backslash': String.raw`\\ \u0041`,
}

test.describe('Search by the form', { tag: '@no-js' }, () => {
  test('leads to the results', async ({ page }) => {
    await page.goto('/browse/books')
    await searchBox(page).fill('thoreau')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(/\/browse\/books\?search=thoreau$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('thoreau')
    expect(await listedTitles(page)).toEqual(['Walden'])
    await expect(searchBox(page)).toHaveValue('thoreau')
  })

  test('finds titles, genres, and blurbs, ignoring case and accents', async ({ page }) => {
    for (const [search, title] of [
      ['PRIDE prejudice', 'Pride and Prejudice'],
      ['wáld', 'Walden'],
      ['pencil-maker', 'Walden'],
      ['relationships', 'On Friendship'],
    ] as const) {
      await page.goto(`/browse/books?${new URLSearchParams({ search })}`)
      await expect(bookLink(page, title)).toBeVisible()
    }
  })

  test('finds topics, and words of the free text with their sentence', async ({ page }) => {
    await page.goto('/browse/books?search=stoicism')
    expect(await listedTitles(page)).toEqual(['Meditations'])
    await expect(bookCount(page)).toHaveText('1 book')
    await page.goto('/browse/books?search=chanticleer')
    expect(await listedTitles(page)).toEqual(['Walden'])
    await expect(page.getByRole('main').locator('mark')).toHaveText('chanticleer')
    await page.goto('/browse/books?search=nighthawks')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
  })

  test('says when nothing is found and links back', async ({ page }) => {
    await page.goto('/browse/books')
    await searchBox(page).fill('xyzzyqwerty')
    await searchBox(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await expect(bookCount(page)).toHaveText(/^0 books/)
    await expect(page.getByRole('list', { name: 'Topics' }).getByRole('link')).toHaveCount(8)
    await page.getByRole('main').getByRole('link', { name: 'Browse Books' }).click()
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLinks(page)).toHaveCount(18)
  })

  test('works on genre pages', async ({ page }) => {
    await page.goto('/browse/books/fiction')
    await searchBox(page).fill('walden')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(/\/browse\/books\?search=walden$/)
    await expect(bookLink(page, 'Walden')).toBeVisible()
  })

  test('corrects typos and says so', async ({ page }) => {
    for (const [search, title] of [
      ['wallden', 'Walden'],
      ['frankenstien', 'Frankenstein'],
      ['pryde prejudise', 'Pride and Prejudice'],
    ] as const) {
      await page.goto(`/browse/books?${new URLSearchParams({ search })}`)
      await expect(bookLink(page, title)).toBeVisible()
      await expect(bookCount(page)).toContainText('No exact match')
    }
  })

  test('an empty search shows the whole list', async ({ page }) => {
    await page.goto('/browse/books?search=')
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
    await expect(bookLinks(page)).toHaveCount(18)
  })

  for (const [name, search] of Object.entries(AWKWARD)) {
    test(`takes ${name} literally`, async ({ page }) => {
      await page.goto('/browse/books')
      await searchBox(page).fill(search)
      await searchBox(page).press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “${search}”`)
      await expect(page).toHaveTitle(`“${search}” · Readr`)
      await expect(searchBox(page)).toHaveValue(search)
    })
  }

  test('10,000 characters are truncated in the box and refused in the address', async ({
    page,
  }) => {
    await page.goto('/browse/books')
    await searchBox(page).focus()
    await page.keyboard.insertText('walden '.repeat(1429))
    expect((await searchBox(page).inputValue()).length).toBeLessThanOrEqual(200)
    await searchBox(page).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Results for “(walden ){7}walden…”$/,
    )
    await expect(bookCount(page)).toHaveText('1 book')
    const refused = await page.request.get(`/browse/books?search=${'a'.repeat(10_000)}`)
    expect(refused.status()).toBe(414)
    const long = await page.goto(`/browse/books?search=${'a'.repeat(5000)}`)
    expect(long?.status()).toBe(200)
  })
})

test.describe('Live search', { tag: ['@js', '@phone'] }, () => {
  test('sends one request after a pause in typing', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (/\/books\S*[?&]search=/.test(request.url())) requests.push(request.url())
    })
    await page.clock.install()
    await page.goto('/browse/books')
    await wakeFramework(page)
    // A busy machine would pause while it types.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    for (const letter of 'walden') {
      await searchBox(page).pressSequentially(letter)
      await page.clock.runFor(100)
    }
    expect(requests).toEqual([])
    await page.clock.resume()
    await expect(page).toHaveURL('/browse/books?search=walden')
    await expect(bookLinks(page)).toHaveCount(1)
    expect(await listedTitles(page)).toEqual(['Walden'])
    await expect(searchBox(page)).toBeFocused()
    expect(requests).toHaveLength(1)
  })

  test('includes text typed before the framework started', async ({ page }) => {
    await page.goto('/browse/books')
    await searchBox(page).pressSequentially('walden')
    await expect(page).toHaveURL('/browse/books?search=walden')
    await expect(bookLinks(page)).toHaveCount(1)
    await expect(searchBox(page)).toHaveValue('walden')
  })

  test('returns to the whole list when the box is cleared', async ({ page }) => {
    await page.goto('/browse/books?search=walden')
    await wakeFramework(page)
    await searchBox(page).fill('')
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLinks(page)).toHaveCount(18)
    await expect(searchBox(page)).toBeFocused()
  })

  test('adds one history entry per search', async ({ page }) => {
    await page.goto('/browse/books/fiction')
    await wakeFramework(page)
    await searchBox(page).fill('wald')
    await expect(page).toHaveURL('/browse/books?search=wald')
    await searchBox(page).fill('walden')
    await expect(page).toHaveURL('/browse/books?search=walden')
    await page.goBack()
    await expect(page).toHaveURL('/browse/books/fiction')
    await expect(searchBox(page)).toHaveValue('')
  })

  test('leaves the list that it starts from in the history, each time', async ({ page }) => {
    await page.goto('/about')
    await page.goto('/browse/books')
    await wakeFramework(page)
    for (const search of ['walden', 'thoreau']) {
      // The second letter comes while the answer to the first is on its way.
      const held = Promise.withResolvers<void>()
      await page.route('**/books.data?search=*', async (route) => {
        await held.promise
        await route.continue()
      })
      const asked = page.waitForRequest(/search=./)
      await searchBox(page).pressSequentially(search[0]!)
      await asked
      await searchBox(page).pressSequentially(search.slice(1))
      held.resolve()
      await expect(page).toHaveURL(`/browse/books?search=${search}`)
      await expect(bookLinks(page).first()).toContainText('Walden')
      await page.unroute('**/books.data?search=*')
      await searchBox(page).press('Enter')
      await page.goBack()
      await expect(page).toHaveURL('/browse/books')
      await expect(bookLinks(page)).toHaveCount(18)
      await expect(searchBox(page)).toHaveValue('')
      await page.goForward()
      await expect(bookLinks(page)).toHaveCount(1)
      await expect(searchBox(page)).toHaveValue(search)
      await page.reload()
      await expect(page).toHaveURL(`/browse/books?search=${search}`)
      await page.goBack()
      await expect(page).toHaveURL('/browse/books')
    }
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  test('keeps the focus in the box when it leaves a genre page', async ({ page }) => {
    await page.goto('/browse/books/fiction')
    await wakeFramework(page)
    await searchBox(page).pressSequentially('wald')
    await expect(page).toHaveURL('/browse/books?search=wald')
    await page.keyboard.type('en')
    await expect(page).toHaveURL('/browse/books?search=walden')
    await expect(searchBox(page)).toHaveValue('walden')
  })

  test('corrects typos', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).fill('frankenstien')
    await expect(bookLink(page, 'Frankenstein')).toBeVisible()
    await expect(bookCount(page)).toContainText('No exact match')
  })

  test('says when nothing is found', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).fill('xyzzyqwerty')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Browse Books' }).click()
    await expect(bookLinks(page)).toHaveCount(18)
  })

  test('takes quotes, percent signs, markup, and emoji literally while typing', async ({
    page,
  }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    for (const name of ['double quotes', 'an encoded percent sign', 'markup', 'emoji'] as const) {
      await searchBox(page).fill(AWKWARD[name])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `Results for “${AWKWARD[name]}”`,
      )
      await expect(searchBox(page)).toHaveValue(AWKWARD[name])
    }
  })

  test('offers to try again after a lost connection', async ({ page, context, trouble }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await context.setOffline(true)
    await searchBox(page).fill('walden')
    await expect(page.getByRole('main')).toContainText('connection')
    await context.setOffline(false)
    await page.getByRole('main').getByRole('link', { name: 'Try Again' }).click()
    expect(await listedTitles(page)).toEqual(['Walden'])
  })
})

test.describe('Suggestions', { tag: '@js' }, () => {
  test('follow the combobox pattern', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).focus()
    await searchBox(page).pressSequentially('li')
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect(options.first()).toBeVisible()
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(searchBox(page)).toHaveValue('li')
    await expect(page).toHaveURL('/browse/books?search=li')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect(options.last()).toHaveText('Ask the library: liAsk')
    await expect(options.filter({ hasText: 'Simple Living' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/ask?question=li')
  })

  test('are asked for one text at a time, and the last one wins', async ({ page }) => {
    const asked: (string | null)[] = []
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/browse\/suggestions\?/, async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('search'))
      await held
      await route.continue()
    })
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).focus()
    await expect(searchBox(page)).toHaveRole('combobox')
    await searchBox(page).pressSequentially('wald')
    await expect.poll(() => asked).toEqual(['w'])
    answer()
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect(options).toHaveText(['WaldenBook', 'Ask the library: waldAsk'])
    expect(asked).toEqual(['w', 'wald'])
  })

  test('can be selected with the pointer', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).pressSequentially('wald')
    await page.getByRole('option', { name: 'Walden' }).click()
    await expect(page).toHaveURL('/summaries/walden')
  })
})

test.describe('Search box', { tag: '@js' }, () => {
  test('has a button that clears it', { tag: '@no-js' }, async ({ page }) => {
    await page.goto('/browse/books?search=walden')
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/browse/books')
    await expect(searchBox(page)).toHaveValue('')
    await expect(bookLinks(page)).toHaveCount(18)
  })

  test('clears when a link leads to the whole list', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).fill('walden')
    await expect(bookLinks(page)).toHaveCount(1)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Books' })
      .click()
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLinks(page)).toHaveCount(18)
    await expect(searchBox(page)).toHaveValue('')
  })

  test('clears when Back leads to the whole list', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await searchBox(page).fill('walden')
    await searchBox(page).press('Enter')
    await expect(bookLinks(page)).toHaveCount(1)
    await page.goBack()
    await expect(bookLinks(page)).toHaveCount(18)
    await expect(page).toHaveURL('/browse/books')
    await expect(searchBox(page)).toHaveValue('')
  })

  test('clears on another page', async ({ page }) => {
    await page.goto('/browse/books?search=walden')
    await wakeFramework(page)
    await page.locator('a[href="/about"]').first().click()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(page).toHaveURL('/browse/books?search=walden')
    await expect(searchBox(page)).toHaveValue('walden')
    await expect(bookLinks(page)).toHaveCount(1)
  })
})
