// Copying to the clipboard, on pages without a secure connection too: a table in one's own network has none.

/** Whether a text was copied. */
export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Browsers may keep it from pages that have not the focus; the old way may still work.
  }
  const back = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  // Outside of an open window nothing can have the focus.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // Then it is marked for copying by hand, where it stands.
  }
  field.remove();
  back?.focus({ preventScroll: true });
  return done;
}
