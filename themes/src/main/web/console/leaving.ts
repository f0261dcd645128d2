// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

let held = 0;

/**
 * Has whoever leaves the console asked whether they mean it, for as long as something is under way that ends with the window.
 *
 * @returns what ends it
 */
export function holdWindow(): () => void {
    if (held++ === 0) {
        window.addEventListener("beforeunload", ask);
    }
    let released = false;
    return () => {
        if (!released) {
            released = true;
            if (--held === 0) {
                window.removeEventListener("beforeunload", ask);
            }
        }
    };
}

/** Whether something is under way that loading the console again would end. */
export function isWindowHeld(): boolean {
    return held > 0;
}

function ask(event: BeforeUnloadEvent): void {
    event.preventDefault();
}
