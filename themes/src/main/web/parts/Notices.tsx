// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { useLanguage } from "../language/language";
import { Alert, type AlertKind } from "./Alert";

/** Time that a success message is shown, in milliseconds. Other messages stay until they are closed. */
export const SHOWN_FOR = 8000;

export interface Notice {
    readonly kind: AlertKind;
    readonly text: string;
    readonly testId?: string;
}

const NoticesContext = createContext<(notice: Notice) => void>(() => undefined);

/** Shows the result of an action as a notice, which is visible at every scroll position. */
export function useNotify(): (notice: Notice) => void {
    return useContext(NoticesContext);
}

/** Shows the notices in the upper corner of the window. */
export function Notices({ children }: { readonly children: ReactNode }) {
    const { t } = useLanguage();
    const [shown, setShown] = useState<readonly (Notice & { readonly id: number })[]>([]);
    const last = useRef(0);
    const close = useCallback((id: number) => setShown((all) => all.filter((each) => each.id !== id)), []);
    const notify = useCallback(
        (notice: Notice) => {
            const id = ++last.current;
            setShown((all) => [{ ...notice, id }, ...all]);
            if (notice.kind === "success") {
                setTimeout(() => close(id), SHOWN_FOR);
            }
        },
        [close],
    );
    return (
        <NoticesContext.Provider value={notify}>
            {children}
            {shown.length > 0 && (
                <ul className="pf-v5-c-alert-group pf-m-toast" role="list">
                    {shown.map(({ id, kind, text, testId }) => (
                        <li key={id} className="pf-v5-c-alert-group__item">
                            <Alert
                                kind={kind}
                                title={text}
                                onClose={() => close(id)}
                                closeLabel={t("close")}
                                {...(testId && { testId })}
                            />
                        </li>
                    ))}
                </ul>
            )}
        </NoticesContext.Provider>
    );
}
