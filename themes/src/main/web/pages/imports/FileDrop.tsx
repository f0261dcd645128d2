// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId, useState, type DragEvent } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { Invalid } from "../../parts/Invalid";

interface FileDropProps {
    readonly file: File | undefined;
    readonly onFile: (file: File | undefined) => void;
    /** Error about the chosen or missing file. */
    readonly invalid: string | undefined;
}

/** Accepts a file that is dropped or chosen, without reading it. */
export function FileDrop({ file, onFile, invalid }: FileDropProps) {
    const { t, bytes } = useLanguage();
    const id = useId();
    const [over, setOver] = useState(false);
    const describedBy = invalid === undefined ? {} : { "aria-describedby": `${id}-invalid` };

    const drag = (event: DragEvent) => {
        event.preventDefault();
        setOver(event.type === "dragover");
    };
    const drop = (event: DragEvent) => {
        drag(event);
        onFile(event.dataTransfer.files[0] ?? file);
    };

    return (
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- by the keyboard, the input in it takes a file
        <div
            className={`keylift-drop${over ? " keylift-drop--over" : ""}`}
            onDragOver={drag}
            onDragLeave={drag}
            onDrop={drop}
            data-testid="keylift-drop"
        >
            {file ? (
                <p className="keylift-drop__file">
                    <strong>{file.name}</strong> <span>{bytes(file.size)}</span>{" "}
                    <Button
                        kind="link"
                        onClick={() => onFile(undefined)}
                        data-invalid={invalid !== undefined}
                        {...describedBy}
                    >
                        {t("imports.otherFile")}
                    </Button>
                </p>
            ) : (
                <>
                    <label htmlFor={id}>{t("imports.drop")}</label>
                    <input
                        id={id}
                        type="file"
                        accept=".ndjson,.jsonl,.json,.csv,.txt,.gz,.zip"
                        onChange={(event) => onFile(event.target.files?.[0])}
                        aria-invalid={invalid !== undefined}
                        data-invalid={invalid !== undefined}
                        {...describedBy}
                        data-testid="keylift-file"
                    />
                </>
            )}
            {invalid !== undefined && <Invalid id={`${id}-invalid`}>{invalid}</Invalid>}
        </div>
    );
}
