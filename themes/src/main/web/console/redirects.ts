// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { SignedOutError } from "./signedOut";

/** Time limit for following an address, in milliseconds. */
const LIMIT = 15_000;

/**
 * Returns an address of the console as the target of a redirect from `from`: the console's page, unless the redirect
 * happens in a frame, where that page would report that its scripts are blocked.
 */
export function landingPlace(from: URL, console: URL): URL {
    return isElsewhere(from) ? new URL("messages.json", console) : console;
}

/**
 * Follows an address to its end, with the cookies of its host. Nothing there is displayed or executed.
 *
 * The console may have its own host (option `hostname-admin`). The redirects of a request to another host are not
 * readable, but a frame can follow them: the console's security policy allows frames of that host, because the
 * console's own sign-in uses one.
 *
 * @throws SignedOutError if a frame cannot follow: it ends at another host, or not within the time limit
 * @throws Error if the server is unreachable or fails
 */
export async function followRedirects(address: URL): Promise<URL> {
    if (isElsewhere(address)) {
        return followInFrame(address);
    }
    const page = await fetch(address, {
        credentials: "include",
        headers: { Accept: "text/html" },
        signal: AbortSignal.timeout(LIMIT),
    });
    await page.body?.cancel();
    if (page.status === 429 || page.status >= 500) {
        throw new Error(`HTTP ${page.status}`);
    }
    return new URL(page.url);
}

function isElsewhere(address: URL): boolean {
    return address.origin !== location.origin;
}

function followInFrame(address: URL): Promise<URL> {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "Keylift";
    // Only the address of the result is read.
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.src = address.href;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrival = new Promise<URL>((arrived, failed) => {
        frame.addEventListener("load", () => {
            try {
                arrived(new URL(frame.contentWindow?.location.href ?? ""));
            } catch (error) {
                failed(new SignedOutError(String(error)));
            }
        });
        timer = setTimeout(() => failed(new SignedOutError("The sign-in page does not load")), LIMIT);
    });
    document.body.append(frame);
    return arrival.finally(() => {
        clearTimeout(timer);
        frame.remove();
    });
}
