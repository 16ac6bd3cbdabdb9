import { expect, test } from './fixtures.ts'
import { field, main, REFUSED, tap } from './steps/accounts.ts'
import { look } from './steps/axe.ts'
import { longDate, paying } from './steps/billing.ts'

test.describe('A summary for a friend', { tag: ['@js', '@no-js'] }, () => {
  test('is opened, read, counted, and closed', async ({
    page,
    browser,
    baseURL,
    trouble,
  }, info) => {
    trouble.expect(REFUSED)
    await paying(page, 'monthly')
    await page.goto('/summaries/frankenstein')
    await page.getByRole('link', { name: 'Open it for a friend' }).click()
    await expect(field(page, 'Your name, as your friend sees it')).toHaveValue('Zoë')
    await field(page, 'Your name, as your friend sees it').fill('zoe@example.com')
    await tap(page, 'Create the link')
    const name = field(page, 'Your name, as your friend sees it')
    await expect(name).toHaveAccessibleDescription(/Your friend does not see your email address/)
    await name.fill('Your Zoë')
    await tap(page, 'Create the link')
    await expect(main(page).getByRole('status')).toHaveText(
      'Your link is ready. Send it to your friend.',
    )
    const link = await field(page, 'Link for your friend').inputValue()
    const isChecked = info.project.name === 'js'
    if (isChecked) await look(page, 'a link for a friend')

    const { use } = info.project
    const friend = await browser.newPage({
      baseURL: baseURL!,
      javaScriptEnabled: use.javaScriptEnabled ?? true,
      ...(use.viewport && { viewport: use.viewport }),
    })
    const path = new URL(link).pathname
    for (const _ of [1, 2]) {
      await friend.goto(path)
      await expect(friend.getByText('Your Zoë opened this summary for you')).toBeVisible()
    }
    await expect(main(friend)).toContainText(`The whole summary is open until ${longDate(30)}`)
    await expect(friend.getByRole('heading', { name: 'Takeaways to keep' })).toBeVisible()
    await expect(main(friend).getByRole('link', { name: 'See the plans' })).toBeVisible()
    if (isChecked) await look(friend, 'a shared summary')
    if (isChecked) {
      for (const address of [path, '/today']) {
        await friend.goto(address)
        await friend.getByRole('button', { name: 'Shortcuts' }).click()
        await expect(friend.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      }
      await friend.goto(path)
    }
    // Forms work there, too.
    await friend.getByRole('button', { name: 'Dark' }).click()
    await expect(friend).toHaveURL(path)

    await page.goto('/summaries/walden/share')
    await expect(main(page)).toContainText('You have opened Frankenstein for a friend this week.')
    await page.goto('/settings')
    await page.getByRole('link', { name: /^Shared summaries/ }).click()
    await expect(main(page).getByRole('listitem')).toContainText('opened in 1 browser, open until')
    if (isChecked) await look(page, 'shared summaries')
    await tap(page, 'Revoke the link to Frankenstein')
    await expect(main(page).getByRole('status')).toContainText('The link no longer works')
    await friend.goto(path)
    await expect(friend.getByRole('heading', { level: 1 })).toHaveText(
      'This link no longer opens the summary',
    )
    if (isChecked) await look(friend, 'a link that has ended')
    await friend.close()
  })
})
