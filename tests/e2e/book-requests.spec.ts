import { expect, test } from './fixtures.ts'
import { field, main, REFUSED, tap } from './steps/accounts.ts'
import { look } from './steps/axe.ts'
import { confirmAddress, newReader } from './steps/billing.ts'
import { ADMIN } from './steps/sites.ts'

/** Different books, because requests for one book are possible duplicates. */
const TITLES: Record<string, string> = { js: 'Gilgamesh', 'no-js': 'Ulysses' }

test.describe('A request for a book', { tag: ['@js', '@no-js'] }, () => {
  test('is sent, published, voted for, and fulfilled', async ({ page, browser, baseURL, trouble }, {
    project,
  }) => {
    trouble.expect(REFUSED)
    const title = TITLES[project.name]!
    const hasScripts = project.name !== 'no-js'
    const isChecked = project.name === 'js'
    const another = () =>
      browser.newPage({
        baseURL: baseURL!,
        javaScriptEnabled: hasScripts,
        viewport: project.use.viewport!,
      })

    await confirmAddress(page, await newReader(page))
    await page.goto('/requests')
    await main(page).getByRole('link', { name: 'Request a book' }).click()
    await field(page, 'Title').fill(title)
    await tap(page, 'Send request')
    await expect(field(page, 'Author')).toHaveAccessibleDescription('Please enter the author.')
    await expect(field(page, 'Title')).toHaveValue(title)
    if (isChecked) await look(page, 'a request that lacks its author')
    await field(page, 'Author').fill('Somebody <b>Else</b>')
    await tap(page, 'Send request')
    await expect(main(page).getByRole('status')).toContainText('Thank you.')
    const own = main(page).getByRole('listitem').filter({ hasText: title })
    await expect(own).toContainText('Waiting for an editor')
    await expect(own).toContainText('Somebody <b>Else</b>')

    const editor = await another()
    const { email, password } = ADMIN
    await editor.request.post('/api/auth/login', { data: { email, password } })
    const edit = async (status: string, book = '') => {
      await main(editor).getByRole('link', { name: title, exact: true }).click()
      await expect(main(editor).getByRole('heading', { level: 1 })).toContainText(`: ${title}`)
      await field(editor, 'Status').selectOption(status)
      await main(editor)
        .getByLabel(/^Book /)
        .fill(book)
      await tap(editor, 'Save')
      await expect(main(editor).getByRole('status').first()).toBeVisible()
    }
    await editor.goto('/admin/requests')
    await edit('Planned')

    const other = await another()
    await other.goto('/requests?show=planned')
    const request = main(other).getByRole('listitem').filter({ hasText: title })
    await expect(
      request.getByRole('link', { name: `Vote for ${title}: log in first` }),
    ).toBeVisible()
    await confirmAddress(other, await newReader(other))
    await other.goto('/requests?show=planned')
    await expect(request).toContainText('1 vote')
    await tap(other, `Vote for ${title}`)
    await expect(request).toContainText('2 votes')
    if (isChecked) await look(other, 'requests')
    await tap(other, `Voted for ${title}: take the vote back`)
    await expect(main(other).getByRole('status')).toHaveText('Your vote has been removed.')
    await expect(request).toContainText('1 vote')

    await other.goto('/requests/new')
    await field(other, 'Title').pressSequentially(title.slice(0, 6))
    if (hasScripts) {
      await expect(other.getByRole('option', { name: new RegExp(title) })).toBeVisible()
      await other.keyboard.press('Escape')
    }
    await field(other, 'Author').fill('Anybody')
    await tap(other, 'Send request')
    await expect(main(other).getByRole('status')).toContainText('Is it one of these?')
    if (isChecked) await look(other, 'a request that may be a duplicate')
    await main(other)
      .getByRole('link', { name: `Vote for ${title}` })
      .click()
    await expect(request).toBeVisible()

    await editor.goto('/admin/requests?status=planned')
    await edit('Done', 'walden')
    await other.goto('/requests?show=done')
    await request.getByRole('link', { name: 'Read the summary' }).click()
    await expect(other).toHaveURL('/summaries/walden')
    await Promise.all([editor.close(), other.close()])
  })
})
