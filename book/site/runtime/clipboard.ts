// Copies text to the clipboard. Returns whether the browser allowed that.
export async function copy(text: string): Promise<boolean> {
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
  return copied.then(
    () => true,
    () => false,
  );
}
