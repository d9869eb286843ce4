import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

const SCRIPT = '<script>document.title = "taken"</script><img src=x onerror="document.title = \'taken\'">';

describe('console, content', () => {
  it('adds an FAQ, changes it and removes it, and shows markup in it as text', async () => {
    const page = await theConsole().pageOf('Support', '/faqs');
    await page.getByRole('button', { name: 'Add an FAQ' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an FAQ' });
    await adding.getByRole('textbox', { name: 'Question' }).fill('What is a token?');
    await adding.getByRole('textbox', { name: 'Answer' }).fill(SCRIPT);
    await adding.getByRole('button', { name: 'Add' }).click();
    const row = page.getByRole('row').filter({ hasText: 'What is a token?' });
    await row.getByText(SCRIPT).waitFor();
    expect(await page.title()).toBe('FAQs · Harmattan console');
    await row.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit this FAQ' });
    await editing.getByRole('textbox', { name: 'Answer' }).fill('Twenty digits for your meter.');
    await editing.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Twenty digits for your meter.').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('previews a tutorial while it is written, adds it as a draft and publishes it', async () => {
    const page = await theConsole().pageOf('Support', '/tutorials');
    await page.getByRole('button', { name: 'Add a tutorial' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a tutorial' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Your first transfer');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('Open the app.\nChoose Transfer.');
    await dialog.getByRole('textbox', { name: 'Address of the video' }).fill('https://video.example/1');
    await dialog.getByRole('textbox', { name: 'Address of the picture' }).fill('https://video.example/1.png');
    await dialog.getByRole('tab', { name: 'Preview' }).click();
    await dialog.getByRole('heading', { name: 'Your first transfer' }).waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('link', { name: 'Your first transfer' }).click();
    await page.getByText('draft', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    expect(await page.getByText('published', { exact: true }).textContent()).toBe('published');
  });

  it('adds a test user, and shows the password when asked to', async () => {
    const page = await theConsole().pageOf('Administrator', '/test-users');
    await page.getByRole('button', { name: 'Add a test user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a test user' });
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Tunde');
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Tester');
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('tunde.tester@harmattan.example');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('Harmattan-Wind-27');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const row = page.getByRole('row', { name: /Tunde Tester/ });
    await row.waitFor();
    expect(await page.getByText('Harmattan-Wind-27').count()).toBe(0);
    await row.getByRole('button', { name: 'Show' }).click();
    await row.getByText('Harmattan-Wind-27').waitFor();
  });
});
